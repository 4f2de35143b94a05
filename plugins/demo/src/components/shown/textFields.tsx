import { PasswordField, SearchField, TextField, useText } from '@lading/ui';
import { bytesOf, DateField, LinesField, NameField, TextAreaField, typedSize } from '@lading/ui/edit';
import { useState } from 'react';
import { type Example, State, States } from '../Example.tsx';
import { EVERY, FieldStates } from '../FieldStates.tsx';
import { messages } from '../messages.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\n-----END CERTIFICATE-----';
const DESCRIPTION = 'left-pad';

function Texts() {
  return (
    <FieldStates name="text" states={EVERY} value="left-pad">
      {(field) => <TextField {...field} />}
    </FieldStates>
  );
}

function Passwords() {
  return (
    <FieldStates name="password" states={EVERY} value="correct horse battery">
      {(field) => <PasswordField {...field} autoComplete="off" />}
    </FieldStates>
  );
}

function Names() {
  return (
    <FieldStates name="name" states={['normal', 'help', 'error', 'readOnly']} value="npm-local">
      {(field) => <NameField {...field} />}
    </FieldStates>
  );
}

function Searches() {
  const text = useText();
  const [empty, setEmpty] = useState('');
  const [filled, setFilled] = useState('left-pad');
  const label = text(messages.searchPackages);
  return (
    <States>
      <State label={messages.empty}>
        <SearchField label={label} value={empty} onChange={setEmpty} />
      </State>
      <State label={messages.filled}>
        <SearchField label={label} value={filled} onChange={setFilled} />
      </State>
      <State label={messages.disabled}>
        <SearchField label={label} value="" onChange={setEmpty} attributes={{ disabled: true }} />
      </State>
    </States>
  );
}

function Dates() {
  return (
    <FieldStates name="date" states={EVERY} value="2026-11-30">
      {(field) => <DateField {...field} />}
    </FieldStates>
  );
}

function TextAreas() {
  return (
    <FieldStates name="area" states={['normal', 'required', 'help', 'error', 'readOnly']} value={DESCRIPTION}>
      {(field) => <TextAreaField {...field} />}
    </FieldStates>
  );
}

function Lines() {
  const text = useText();
  const [certificates, setCertificates] = useState([CERTIFICATE]);
  return (
    <>
      <FieldStates
        name="lines"
        states={['normal', 'required', 'help', 'error', 'readOnly']}
        value={['org/**', 'com/example/**']}
      >
        {(field) => <LinesField {...field} />}
      </FieldStates>
      <LinesField
        label={text(messages.certificates)}
        name="certificates"
        value={certificates}
        onChange={setCertificates}
        blocks
        rows={4}
      />
    </>
  );
}

function Sizes() {
  const text = useText();
  const [typed, setTyped] = useState(typedSize(1.5 * 1024 ** 3));
  const bytes = bytesOf(typed);
  return (
    <States>
      <TextField
        label={text(messages.maximumSize)}
        value={typed}
        onChange={setTyped}
        help={bytes !== undefined && text(messages.bytes, { count: bytes })}
        error={bytes === undefined ? text(messages.sizeError) : undefined}
      />
    </States>
  );
}

const ui = '@lading/ui';
const edit = '@lading/ui/edit';

export const textFields: readonly Example[] = [
  { names: ['TextField'], from: ui, Show: Texts },
  { names: ['PasswordField'], from: ui, Show: Passwords },
  { names: ['NameField'], from: edit, about: messages.nameAbout, Show: Names },
  { names: ['SearchField'], from: ui, Show: Searches },
  { names: ['DateField'], from: edit, about: messages.dateAbout, Show: Dates },
  { names: ['TextAreaField'], from: edit, Show: TextAreas },
  { names: ['LinesField'], from: edit, about: messages.linesAbout, Show: Lines },
  { names: ['bytesOf', 'typedSize'], from: edit, about: messages.sizeAbout, Show: Sizes },
];
