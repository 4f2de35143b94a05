import { SelectField, useText } from '@lading/ui';
import { CheckField, type Options, PickField, SuggestField } from '@lading/ui/edit';
import { useState } from 'react';
import { type Example, State, States } from '../Example.tsx';
import { FieldStates, type StateName } from '../FieldStates.tsx';
import { messages } from '../messages.ts';

const FORMATS = ['npm', 'OCI', 'Maven', 'PyPI', 'Cargo', 'NuGet'];
const SELECTABLE = FORMATS.map((label) => ({ key: label, label }));
const OPTIONS: Options = { value: FORMATS, status: 'there', error: undefined, need: async () => {} };
const NO_OPTIONS: Options = { value: [], status: 'failed', error: new Error('503'), need: async () => {} };
const WITHOUT_DISABLED: readonly StateName[] = ['normal', 'required', 'help', 'error', 'readOnly'];

function Selects() {
  return (
    <FieldStates name="select" states={['normal', 'help', 'error', 'readOnly']} value="npm">
      {(field) => <SelectField {...field} options={SELECTABLE} />}
    </FieldStates>
  );
}

function Checks() {
  return (
    <FieldStates name="check" states={['normal', 'help', 'error', 'disabled', 'readOnly']} value={true}>
      {(field) => <CheckField {...field} />}
    </FieldStates>
  );
}

function Picks() {
  const text = useText();
  const [ordered, setOrdered] = useState(['npm', 'OCI', 'Maven']);
  const [free, setFree] = useState(['latest', 'next']);
  return (
    <>
      <FieldStates name="pick" states={WITHOUT_DISABLED} value={['npm', 'OCI']}>
        {(field) => <PickField {...field} options={OPTIONS} />}
      </FieldStates>
      <States>
        <PickField
          label={text(messages.ordered)}
          name="pick-ordered"
          value={ordered}
          onChange={setOrdered}
          options={OPTIONS}
          ordered
        />
        <PickField
          label={text(messages.free)}
          name="pick-free"
          value={free}
          onChange={setFree}
          help={text(messages.freeHelp)}
          free
        />
        <PickField
          label={text(messages.optionsFailed)}
          name="pick-failed"
          value={[]}
          onChange={() => {}}
          options={NO_OPTIONS}
        />
      </States>
    </>
  );
}

function Suggestions() {
  const text = useText();
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <States>
      <SuggestField
        label={text(messages.format)}
        name="suggest"
        options={FORMATS}
        onAdd={(option) => setAdded([...added, option])}
        help={added.length > 0 && text(messages.added, { names: added.join(', ') })}
      />
      <SuggestField
        label={text(messages.longLabel)}
        name="suggest-long"
        options={FORMATS}
        onAdd={() => {}}
        help={text(messages.helpText)}
      />
      <SuggestField
        label={text(messages.loading)}
        name="suggest-loading"
        options={undefined}
        onAdd={() => {}}
      />
      <State label={messages.readOnly}>
        <SuggestField
          label={text(messages.format)}
          name="suggest-read-only"
          options={FORMATS}
          onAdd={() => {}}
          readOnly
        />
      </State>
    </States>
  );
}

const edit = '@lading/ui/edit';

export const choiceFields: readonly Example[] = [
  { names: ['SelectField'], from: '@lading/ui', Show: Selects },
  { names: ['CheckField'], from: edit, Show: Checks },
  { names: ['PickField'], from: edit, about: messages.pickAbout, Show: Picks },
  { names: ['SuggestField'], from: edit, about: messages.suggestAbout, Show: Suggestions },
];
