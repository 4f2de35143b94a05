import { Button, SEVERITIES, SelectField, SeverityMark, TextField, useText } from '@lading/ui';
import { useState } from 'react';
import { messages } from './messages.ts';

const DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015';
const FORMATS = ['npm', 'OCI', 'Maven'].map((label) => ({ key: label, label }));

export function Type() {
  const text = useText();
  return (
    <div>
      <p className="demo-components__type">{text(messages.heading)}</p>
      <p>{text(messages.body)}</p>
      <p className="ld-soft">{text(messages.body)}</p>
      <p className="ld-mono">{DIGEST}</p>
    </div>
  );
}

export function Buttons() {
  const text = useText();
  return (
    <>
      <Button kind="main" label={text(messages.main)} />
      <Button label={text(messages.plain)} />
      <Button kind="quiet" icon="copy" label={text(messages.quiet)} />
      <Button kind="danger" label={text(messages.danger)} />
      <Button kind="main" busy label={text(messages.busy)} />
      <Button disabled label={text(messages.disabled)} />
    </>
  );
}

export function Fields() {
  const text = useText();
  const [name, setName] = useState('');
  const [format, setFormat] = useState('npm');
  return (
    <>
      <TextField
        label={text(messages.name)}
        value={name}
        onChange={setName}
        help={text(messages.nameHelp)}
        error={name === '' ? text(messages.nameError) : undefined}
        required
      />
      <SelectField label={text(messages.format)} value={format} options={FORMATS} onChange={setFormat} />
    </>
  );
}

export function Severities() {
  return (
    <>
      {SEVERITIES.map((severity) => (
        <SeverityMark key={severity} severity={severity} />
      ))}
    </>
  );
}
