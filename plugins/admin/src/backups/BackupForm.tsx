import type { BackupSettings, BackupTargetReport } from '@lading/contract/rest';
import { Button, SelectField, TextField, useFormats, useShell, useText } from '@lading/ui';
import { CheckField, EditForm, FormSection, FormStore, useFieldError, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { checkTarget, saveSettings } from './backupsApi.ts';
import {
  type BackupValues,
  backupFieldOf,
  checkBackups,
  MOST_KEPT,
  settingsOf,
  valuesOf,
} from './backupValues.ts';
import { hourText, WEEKDAYS } from './days.ts';
import { formMessages } from './formMessages.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: hourText(hour) }));

interface Props {
  readonly settings: BackupSettings;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

type Store = FormStore<BackupValues>;

/** Target, schedule, and retention. */
export const BackupForm = observer(function BackupForm({ settings, onSaved, onClose }: Props) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<BackupValues>(valuesOf(settings), {
        check: checkBackups,
        save: (values) => saveSettings(http, settingsOf(values)),
        fieldOf: backupFieldOf,
      }),
  );
  const field = useFields(store);
  const close = () => {
    onSaved();
    onClose();
  };
  return (
    <EditForm inDialog store={store} saved={text(formMessages.saved)} onSaved={close} cancel={onClose}>
      <TextField
        {...field('target', text(formMessages.target))}
        required
        autoComplete="off"
        spellCheck={false}
        help={text(formMessages.targetHelp)}
      />
      <TargetTrial store={store} />
      <CheckField {...field('enabled', text(formMessages.enabled))} />
      {store.values.enabled && (
        <>
          <SelectField
            {...field('hour', text(formMessages.hour))}
            options={HOURS}
            help={text(formMessages.hourHelp, { zone: settings.timeZone })}
          />
          <Days store={store} />
        </>
      )}
      <TextField
        {...field('keep', text(formMessages.keep))}
        required
        inputMode="numeric"
        help={text(formMessages.keepHelp, { most: MOST_KEPT })}
      />
    </EditForm>
  );
});

const Days = observer(function Days({ store }: { store: Store }) {
  const text = useText();
  const errorText = useFieldError();
  store.labels.set('days', text(formMessages.days));
  const { days } = store.values;
  const error = errorText(store.errors.days);
  const select = (day: number, on: boolean) =>
    store.set(
      'days',
      WEEKDAYS.map((each) => each.day).filter((each) => (each === day ? on : days.includes(each))),
    );
  return (
    <FormSection heading={text(formMessages.days)}>
      {WEEKDAYS.map(({ day, name }) => (
        <CheckField
          key={day}
          name="days"
          label={text(name)}
          value={days.includes(day)}
          onChange={(on) => select(day, on)}
        />
      ))}
      {error && (
        <p className="ld-field__error" role="alert">
          {error}
        </p>
      )}
    </FormSection>
  );
});

/** Asks the server whether the target can be used, without saving. */
const TargetTrial = observer(function TargetTrial({ store }: { store: Store }) {
  const { http } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ target: string; report: BackupTargetReport }>();
  const target = store.values.target.trim();
  const check = async () => {
    setBusy(true);
    const report = await checkTarget(http, target).catch((error: unknown) => ({
      usable: false,
      reason: error instanceof Error ? error.message : String(error),
    }));
    setResult({ target, report });
    setBusy(false);
  };
  return (
    <div>
      <Button
        label={text(formMessages.check)}
        busy={busy}
        disabled={target === ''}
        onClick={() => void check()}
      />
      <div role="status">{result?.target === target && <Report report={result.report} />}</div>
    </div>
  );
});

function Report({
  report: { usable, reason, free, needed = 0, backups = 0 },
}: {
  report: BackupTargetReport;
}) {
  const text = useText();
  const formats = useFormats();
  if (!usable) return <p className="ld-field__error">{reason}</p>;
  if (free === undefined)
    return (
      <p className="ld-soft">
        {text(formMessages.usableBucket, { needed: formats.size(needed), count: backups })}
      </p>
    );
  const sizes = { free: formats.size(free), needed: formats.size(needed) };
  return (
    <>
      <p className="ld-soft">{text(formMessages.usable, { ...sizes, count: backups })}</p>
      {backups === 0 && free < needed && (
        <p className="ld-field__error">{text(formMessages.tooSmall, sizes)}</p>
      )}
    </>
  );
}
