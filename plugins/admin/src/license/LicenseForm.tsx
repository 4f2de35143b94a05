import { LICENSE_RANK, type LicenseType } from '@lading/contract';
import { SelectField, TextField, useShell, useText } from '@lading/ui';
import { DateField, EditForm, type FieldErrors, FormSection, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { installLicense } from './licenseApi.ts';
import { messages } from './messages.ts';

interface LicenseValues {
  readonly type: LicenseType;
  readonly validThrough: string;
  readonly licensedTo: string;
}

const EMPTY: LicenseValues = { type: 'ENTERPRISE_PLUS', validThrough: '', licensedTo: '' };
const TYPES = Object.keys(LICENSE_RANK) as LicenseType[];

/** Returns the errors of the values. A license that has expired before `today` is one. */
export function checkLicense(
  { validThrough, licensedTo }: LicenseValues,
  today: string = new Date().toISOString().slice(0, 10),
): FieldErrors<LicenseValues> {
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

export const LicenseForm = observer(function LicenseForm(props: { onInstalled: () => Promise<void> }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(EMPTY, {
        check: (values) => checkLicense(values),
        save: (values) => installLicense(http, values),
        valuesAfter: () => EMPTY,
        fieldOf: ({ code }) => (code === 'BAD_LICENSE' ? 'validThrough' : undefined),
      }),
  );
  const field = useFields(store);
  return (
    <EditForm
      store={store}
      verb={text(messages.verb)}
      saved={text(messages.done, { type: store.values.type })}
      onSaved={() => void props.onInstalled()}
    >
      <FormSection heading={text(messages.install)} about={text(messages.installAbout)}>
        <SelectField
          {...field('type', text(messages.type))}
          options={TYPES.map((key) => ({ key, label: key }))}
        />
        <DateField {...field('validThrough', text(messages.validThrough))} help={text(messages.validHelp)} />
        <TextField {...field('licensedTo', text(messages.licensedTo))} autoComplete="off" />
      </FormSection>
    </EditForm>
  );
});
