import { LICENSE_RANK, type LicenseType } from '@lading/contract';
import { Button, FormFailure, SelectField, TextField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { type Faults, FormStore } from '../form/FormStore.ts';
import css from '../form/form.css?inline';
import { messages as formMessages } from '../form/messages.ts';
import { useFault } from '../form/useFault.ts';
import { installLicence } from './licenceApi.ts';
import { messages } from './messages.ts';

interface LicenceValues {
  readonly type: LicenseType;
  readonly validThrough: string;
  readonly licensedTo: string;
}

const EMPTY: LicenceValues = { type: 'ENTERPRISE_PLUS', validThrough: '', licensedTo: '' };
const TYPES = Object.keys(LICENSE_RANK) as LicenseType[];

/** What would not do, today. */
export function checkLicence(
  { validThrough, licensedTo }: LicenceValues,
  today: string = new Date().toISOString().slice(0, 10),
): Faults<LicenceValues> {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(validThrough) && !Number.isNaN(Date.parse(validThrough));
  return {
    ...(validThrough !== '' && !isDate
      ? { validThrough: { message: messages.badDate } }
      : validThrough !== '' && validThrough < today
        ? { validThrough: { message: messages.past } }
        : {}),
    ...(licensedTo.length > 200 ? { licensedTo: { message: messages.tooLong } } : {}),
  };
}

export const LicenceForm = observer(function LicenceForm(props: { onInstalled: () => Promise<void> }) {
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
  const make = () =>
    new FormStore(EMPTY, {
      check: (values) => checkLicence(values),
      save: (values) => installLicence(http, values),
      fieldOf: ({ code }) => (code === 'BAD_LICENSE' ? 'validThrough' : undefined),
    });
  const [store, setStore] = useState(make);
  const { values, faults } = store;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await store.submit())) return;
    notifications.success(text(messages.done, { type: values.type }));
    setStore(make);
    await props.onInstalled();
  };
  return (
    <form className="admin-form" noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
      <h2>{text(messages.install)}</h2>
      <p className="ld-soft">{text(messages.installAbout)}</p>
      {store.failure !== undefined && <FormFailure text={store.failure || text(formMessages.failed)} />}
      <SelectField
        label={text(messages.type)}
        value={values.type}
        options={TYPES.map((key) => ({ key, label: key }))}
        onChange={(type) => store.set('type', type)}
      />
      <TextField
        label={text(messages.validThrough)}
        name="validThrough"
        type="date"
        value={values.validThrough}
        onChange={(date) => store.set('validThrough', date)}
        onBlur={() => store.leave('validThrough')}
        error={say(faults.validThrough)}
        help={text(messages.validHelp)}
      />
      <TextField
        label={text(messages.licensedTo)}
        name="licensedTo"
        autoComplete="off"
        value={values.licensedTo}
        onChange={(name) => store.set('licensedTo', name)}
        onBlur={() => store.leave('licensedTo')}
        error={say(faults.licensedTo)}
      />
      <div>
        <Button type="submit" kind="main" label={text(messages.verb)} busy={store.busy} />
      </div>
    </form>
  );
});
