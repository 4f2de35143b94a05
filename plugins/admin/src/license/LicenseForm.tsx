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

/** Returns the errors of the values. */
export function checkLicense({ validThrough, licensedTo }: LicenseValues): FieldErrors<LicenseValues> {
  return {
    ...(validThrough !== '' && !isDate(validThrough) ? { validThrough: { message: messages.badDate } } : {}),
    ...(licensedTo.length > 200 ? { licensedTo: { message: messages.tooLong } } : {}),
  };
}

const isDate = (typed: string) => /^\d{4}-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(typed));

/** Whether a license with this date has expired: it is valid until the end of the day, in UTC. */
export function isExpired(
  { validThrough }: Pick<LicenseValues, 'validThrough'>,
  today: string = new Date().toISOString().slice(0, 10),
): boolean {
  return isDate(validThrough) && validThrough < today;
}

export const LicenseForm = observer(function LicenseForm(props: { onInstalled: () => Promise<void> }) {
  const { http, modals } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(EMPTY, {
        check: checkLicense,
        confirm: async (values) =>
          !isExpired(values) ||
          modals.confirm({
            title: text(messages.pastTitle, { type: values.type }),
            text: text(messages.pastText, { date: values.validThrough }),
            verb: text(messages.verb),
            danger: true,
          }),
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
        {isExpired(store.values) && (
          <p className="ld-soft" role="status">
            {text(messages.past)}
          </p>
        )}
        <TextField {...field('licensedTo', text(messages.licensedTo))} autoComplete="off" />
      </FormSection>
    </EditForm>
  );
});
