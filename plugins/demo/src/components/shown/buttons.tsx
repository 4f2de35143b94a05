import { Button, buttonClass, CopyButton, CopyField, Icon, OutsideLink, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { type Example, Row } from '../Example.tsx';
import { messages } from '../messages.ts';

const DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const HOST = 'example.org';
const COMMAND = 'npm install left-pad --registry http://localhost/';
const FILE = 'registry=http://localhost/\nalways-auth=true';

function Buttons() {
  const text = useText();
  return (
    <>
      <Row>
        <Button kind="main" label={text(messages.main)} />
        <Button label={text(messages.plain)} />
        <Button kind="quiet" icon="filter" label={text(messages.quiet)} />
        <Button kind="danger" label={text(messages.danger)} />
        <Button icon="settings" iconOnly label={text(messages.iconOnly)} />
        <Button kind="quiet" icon="more" iconOnly label={text(messages.moreActions)} />
      </Row>
      <Row>
        <Button kind="main" busy label={text(messages.busy)} />
        <Button busy label={text(messages.busy)} />
        <Button kind="main" disabled label={text(messages.disabled)} />
        <Button disabled label={text(messages.disabled)} />
        <Button kind="quiet" disabled label={text(messages.disabled)} />
        <Button kind="danger" disabled label={text(messages.disabled)} />
      </Row>
    </>
  );
}

function Links() {
  const text = useText();
  return (
    <Row>
      <Link className={buttonClass('main')} to="/packages">
        <Icon name="package" />
        <span>{text(messages.linkButton)}</span>
      </Link>
      <Link className={buttonClass('plain')} to="/packages">
        {text(messages.linkButton)}
      </Link>
    </Row>
  );
}

function OutsideLinks() {
  const text = useText();
  return (
    <Row>
      <OutsideLink url={`https://${HOST}/`}>{HOST}</OutsideLink>
      <OutsideLink url="javascript:alert(1)">{text(messages.notALink)}</OutsideLink>
    </Row>
  );
}

function CopyButtons() {
  const text = useText();
  return (
    <Row>
      <CopyButton text={DIGEST} what={text(messages.digest)} />
      <CopyButton text={DIGEST} what={text(messages.digest)} kind="plain" iconOnly={false} />
    </Row>
  );
}

function CopyFields() {
  const text = useText();
  return (
    <>
      <CopyField text={DIGEST} what={text(messages.digest)} />
      <CopyField text={COMMAND} what={text(messages.command)} prompt />
      <CopyField text={FILE} what={text(messages.fileContent)} />
    </>
  );
}

const ui = '@lading/ui';

export const buttons: readonly Example[] = [
  { names: ['Button'], from: ui, Show: Buttons },
  { names: ['buttonClass'], from: ui, about: messages.linkAbout, Show: Links },
  { names: ['OutsideLink'], from: ui, about: messages.outsideAbout, Show: OutsideLinks },
  { names: ['CopyButton'], from: ui, Show: CopyButtons },
  { names: ['CopyField'], from: ui, Show: CopyFields },
];
