import { HttpFailure } from '@lading/contract';
import { Button, ErrorSummary, FormFailure, TextField, useText } from '@lading/ui';
import {
  EditForm,
  type FormRules,
  FormSection,
  FormStore,
  NameField,
  TextAreaField,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Example, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';

interface Values {
  readonly name: string;
  readonly email: string;
  readonly about: string;
}

const EMPTY: Values = { name: '', email: '', about: '' };
const FILLED: Values = { name: 'ada', email: 'ada@example.org', about: '' };

const check: FormRules<Values>['check'] = ({ name, email }) => ({
  ...(name === '' ? { name: { message: messages.nameError } } : {}),
  ...(email === '' ? { email: { message: messages.emailError } } : {}),
});
const save = async () => {};
/** Never ends. */
const saving = () => new Promise<void>(() => {});

const FieldsOf = observer(function FieldsOf({ store }: { store: FormStore<Values> }) {
  const text = useText();
  const field = useFields(store);
  return (
    <>
      <NameField {...field('name', text(messages.name))} />
      <TextField {...field('email', text(messages.email))} required />
      <TextAreaField {...field('about', text(messages.description))} rows={2} />
    </>
  );
});

interface FormProps {
  readonly values: Values;
  readonly rules?: Partial<FormRules<Values>>;
  /** Brings the form into its state. */
  readonly prepare?: (store: FormStore<Values>) => void;
  readonly onDelete?: () => void;
  /** Shows the fields under a heading. */
  readonly section?: boolean;
}

function Form({ values, rules, prepare, onDelete, section }: FormProps) {
  const text = useText();
  const [store] = useState(() => new FormStore<Values>(values, { check, save, ...rules }));
  const prepared = useRef(prepare);
  // The fields are known then, for the summary of their errors.
  useLayoutEffect(() => {
    prepared.current?.(store);
  }, [store]);
  return (
    <EditForm
      store={store}
      saved={text(messages.formSaved)}
      cancel={() => store.reset()}
      unguarded
      {...(onDelete ? { onDelete } : {})}
    >
      {section ? (
        <FormSection heading={text(messages.section)} about={text(messages.sectionAbout)}>
          <FieldsOf store={store} />
        </FormSection>
      ) : (
        <FieldsOf store={store} />
      )}
    </EditForm>
  );
}

function Forms() {
  const text = useText();
  return (
    <States wide>
      <State label={messages.normal}>
        <Form values={FILLED} onDelete={() => {}} section />
      </State>
      <State label={messages.severalErrors}>
        <Form values={EMPTY} prepare={(store) => store.check()} />
      </State>
      <State label={messages.conflict}>
        <Form values={FILLED} prepare={(store) => store.fail(new HttpFailure(412, ''))} />
      </State>
      <State label={messages.saveFailed}>
        <Form
          values={FILLED}
          prepare={(store) => store.fail(new HttpFailure(503, text(messages.serverWords)))}
        />
      </State>
      <State label={messages.saving}>
        <Form values={FILLED} rules={{ save: saving }} prepare={(store) => void store.submit()} />
      </State>
      <State label={messages.readOnly}>
        <Form values={FILLED} rules={{ readOnly: () => true }} />
      </State>
    </States>
  );
}

function Summary() {
  const text = useText();
  const [attempt, setAttempt] = useState(0);
  const faults = [
    { key: 'name', label: text(messages.name), fault: text(messages.nameError) },
    { key: 'email', label: text(messages.email), fault: text(messages.emailError) },
  ];
  return (
    <>
      <ErrorSummary faults={faults} attempt={attempt} onChoose={() => {}} />
      <div>
        <Button label={text(messages.focusSummary)} onClick={() => setAttempt(attempt + 1)} />
      </div>
    </>
  );
}

function Failure() {
  const text = useText();
  return <FormFailure text={text(messages.serverWords)} />;
}

export const forms: readonly Example[] = [
  {
    names: ['EditForm', 'FormSection', 'FormStore', 'useFields'],
    from: '@lading/ui/edit',
    about: messages.formAbout,
    Show: Forms,
  },
  { names: ['ErrorSummary'], from: '@lading/ui', about: messages.summaryAbout, Show: Summary },
  { names: ['FormFailure'], from: '@lading/ui', Show: Failure },
];
