import { Button, PasswordField, SelectField, TextField, useText } from '@lading/ui';
import { CheckField, LinesField, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { type Field, valueAt } from './fields.ts';
import { messages } from './messages.ts';
import type { SettingsStore } from './SettingsStore.ts';

/** Form field of one setting. */
export const SettingField = observer(function SettingField(props: { store: SettingsStore; field: Field }) {
  const { store, field } = props;
  const text = useText();
  const { value, ...shared } = useFields(store.form)(field.key, text(field.label));
  const help = field.help && text(field.help);
  const typed = String(value ?? '');
  switch (field.kind) {
    case 'check':
      return <CheckField {...shared} value={value === true} help={help} />;
    case 'choice': {
      const options = field.options.map((option) => ({ key: option.key, label: text(option.label) }));
      return <SelectField {...shared} value={typed} options={options} help={help} />;
    }
    case 'secret':
      return <SecretField store={store} field={field} />;
    case 'long':
      return <TextAreaField {...shared} value={typed} help={help} />;
    case 'lines':
      return (
        <LinesField
          {...shared}
          rows={4}
          blocks={field.block ?? false}
          required={field.required === true}
          value={Array.isArray(value) ? value : []}
          help={help}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          help={help}
          required={field.kind === 'number' || field.required === true}
          inputMode={field.kind === 'number' ? 'numeric' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
        />
      );
  }
});

/** Field for a secret, which is never displayed but can be replaced. */
const SecretField = observer(function SecretField(props: {
  store: SettingsStore;
  field: Field & { kind: 'secret' };
}) {
  const { store, field } = props;
  const { form } = store;
  const text = useText();
  const { value, ...shared } = useFields(form)(field.key, text(field.label));
  const isSet = valueAt(store.settings, field.mark) === true;
  if (isSet && value === undefined) {
    return (
      <div className="security-secret">
        <span>
          <b>{shared.label}</b> {text(messages.isSet)}
        </span>
        <Button label={text(messages.replace)} onClick={() => form.set(field.key, '')} />
      </div>
    );
  }
  return (
    <>
      <PasswordField {...shared} autoComplete="new-password" value={String(value ?? '')} />
      {isSet && (
        <div>
          <Button kind="quiet" label={text(messages.keep)} onClick={() => form.set(field.key, undefined)} />
        </div>
      )}
    </>
  );
});
