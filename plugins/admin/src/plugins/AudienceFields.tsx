import { SelectField, TextField, useText } from '@lading/ui';
import { type Audience, audienceError } from './canaryValues.ts';
import { dialogMessages as messages } from './dialogMessages.ts';

interface Props {
  readonly value: Audience;
  readonly onChange: (value: Audience) => void;
  /** A new set can stay a draft. */
  readonly canBeDraft?: boolean;
}

/** Selects the users of a set: all, some first, or none. */
export function AudienceFields({ value, onChange, canBeDraft }: Props) {
  const text = useText();
  const error = audienceError(value);
  return (
    <>
      <SelectField
        label={text(messages.activateFor)}
        value={value.kind}
        options={[
          { key: 'everyone', label: text(messages.everyone) },
          { key: 'canary', label: text(messages.someUsers) },
          ...(canBeDraft ? [{ key: 'nobody' as const, label: text(messages.nobody) }] : []),
        ]}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === 'canary' && (
        <>
          <TextField
            label={text(messages.groups)}
            value={value.groups}
            help={text(messages.groupsHelp)}
            autoComplete="off"
            onChange={(groups) => onChange({ ...value, groups })}
          />
          <TextField
            label={text(messages.percent)}
            value={value.percent}
            inputMode="numeric"
            help={text(messages.percentHelp)}
            error={error && text(error)}
            onChange={(percent) => onChange({ ...value, percent })}
          />
        </>
      )}
    </>
  );
}
