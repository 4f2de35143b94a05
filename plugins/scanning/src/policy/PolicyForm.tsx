import type { ScanPolicy } from '@lading/contract/rest';
import { Button, FormFailure, SEVERITIES, SEVERITY_LABELS, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { messages } from './messages.ts';
import { type Draft, PolicyStore } from './PolicyStore.ts';

/** The policy, saved as a whole; leaving with changes asks. */
export const PolicyForm = observer(function PolicyForm({ policy }: { policy: ScanPolicy }) {
  const { http, navigation, notifications } = useShell();
  const text = useText();
  const [store] = useState(() => new PolicyStore(http, policy));
  const { draft } = store;
  useEffect(
    () => navigation.block(() => (store.dirty ? text(messages.unsaved) : undefined)),
    [navigation, store, text],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.save()) notifications.success(text(messages.saved));
  };
  const severities = SEVERITIES.slice(0, 4).map((key) => ({
    key: key as Draft['minSeverity'],
    label: text(messages.atLeast, { severity: text(SEVERITY_LABELS[key]) }),
  }));
  return (
    <form
      className="scanning-form"
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      {store.failure !== undefined && <FormFailure text={store.failure || text(messages.notSaved)} />}
      <section>
        <h2>{text(messages.licences)}</h2>
        <Check
          label={text(messages.enabled)}
          checked={draft.enabled}
          onChange={(enabled) => store.fill({ enabled })}
        />
        <ListField
          label={text(messages.allowed)}
          help={text(messages.allowedHelp)}
          value={draft.allowed}
          onChange={(allowed) => store.fill({ allowed })}
        />
        <ListField
          label={text(messages.banned)}
          help={text(messages.bannedHelp)}
          value={draft.banned}
          onChange={(banned) => store.fill({ banned })}
        />
        <Check
          label={text(messages.unknown)}
          checked={draft.unknownViolates}
          onChange={(unknownViolates) => store.fill({ unknownViolates })}
        />
        <Check
          label={text(messages.everywhere)}
          checked={draft.missingViolatesEverywhere}
          onChange={(missingViolatesEverywhere) => store.fill({ missingViolatesEverywhere })}
        />
      </section>
      <section>
        <h2>{text(messages.security)}</h2>
        <SelectField<Draft['minSeverity']>
          label={text(messages.least)}
          value={draft.minSeverity}
          options={[{ key: '', label: text(messages.never) }, ...severities]}
          onChange={(minSeverity) => store.fill({ minSeverity })}
        />
      </section>
      <div className="scanning-bar">
        <Button type="submit" kind="main" label={text(messages.save)} busy={store.busy} />
      </div>
    </form>
  );
});

function Check(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const { label, checked, onChange } = props;
  return (
    <label className="scanning-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

function ListField(props: { label: string; help: string; value: string; onChange: (value: string) => void }) {
  const { label, help, value, onChange } = props;
  const id = useId();
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea
        id={id}
        className="scanning-list"
        rows={5}
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="ld-field__help" id={`${id}-help`}>
        {help}
      </div>
    </div>
  );
}
