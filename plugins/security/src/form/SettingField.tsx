import { Button, PasswordField, SelectField, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { type Field, valueAt } from './fields.ts';
import { LongField } from './LongField.tsx';
import { messages } from './messages.ts';
import type { SettingsStore } from './SettingsStore.ts';

/** One value of some settings, with what is wrong with it beside it. */
export const SettingField = observer(function SettingField(props: { store: SettingsStore; field: Field }) {
  const { store, field } = props;
  const text = useText();
  const { key, kind } = field;
  const value = store.values[key];
  const fault = store.faults[key];
  const error = typeof fault === 'object' ? text(fault.message, fault.values) : fault;
  const shared = { label: text(field.label), name: key, error };
  const help = field.help && text(field.help);
  const set = (typed: string | boolean | readonly string[] | undefined) => store.set(key, typed);
  if (kind === 'check')
    return <CheckField label={shared.label} name={key} value={value === true} onChange={set} help={help} />;
  if (kind === 'choice') {
    const options = field.options.map((option) => ({ key: option.key, label: text(option.label) }));
    return (
      <SelectField label={shared.label} value={String(value)} options={options} onChange={set} help={help} />
    );
  }
  if (kind === 'secret') return <SecretField store={store} field={field} />;
  if (kind === 'long')
    return <LongField {...shared} value={String(value ?? '')} onChange={set} help={help} />;
  if (kind === 'lines') {
    const parted = field.block ? '\n\n' : '\n';
    return (
      <LongField
        {...shared}
        code
        value={(Array.isArray(value) ? value : []).join(parted)}
        onChange={(typed) => set(field.block ? blocksOf(typed) : linesOf(typed))}
        help={help}
      />
    );
  }
  return (
    <TextField
      {...shared}
      help={help}
      required={kind === 'number' || field.required === true}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={String(value ?? '')}
      onChange={set}
    />
  );
});

/** Never shown again: it is set, and can be replaced. */
const SecretField = observer(function SecretField(props: {
  store: SettingsStore;
  field: Field & { kind: 'secret' };
}) {
  const { store, field } = props;
  const text = useText();
  const value = store.values[field.key];
  const isSet = valueAt(store.settings, field.mark) === true;
  if (isSet && value === undefined) {
    return (
      <div className="security-secret">
        <span>
          <b>{text(field.label)}</b> {text(messages.isSet)}
        </span>
        <Button label={text(messages.replace)} onClick={() => store.set(field.key, '')} />
      </div>
    );
  }
  const fault = store.faults[field.key];
  return (
    <>
      <PasswordField
        label={text(field.label)}
        name={field.key}
        autoComplete="new-password"
        value={String(value ?? '')}
        onChange={(typed) => store.set(field.key, typed)}
        error={typeof fault === 'object' ? text(fault.message, fault.values) : fault}
      />
      {isSet && (
        <div>
          <Button kind="quiet" label={text(messages.keep)} onClick={() => store.set(field.key, undefined)} />
        </div>
      )}
    </>
  );
});

function CheckField(props: {
  label: string;
  name: string;
  value: boolean;
  onChange: (value: boolean) => void;
  help?: string | undefined;
}) {
  const { label, name, value, onChange, help } = props;
  const id = useId();
  return (
    <div className="security-check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={value}
          aria-describedby={help ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {help && (
        <div className="ld-field__help" id={id}>
          {help}
        </div>
      )}
    </div>
  );
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Certificates stand on many lines each. */
function blocksOf(typed: string): string[] {
  return typed
    .split(/\n\s*\n|(?<=-----END [A-Z ]+-----)\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
}
