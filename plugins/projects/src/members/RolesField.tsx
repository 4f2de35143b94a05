import type { ProjectRole } from '@lading/contract/rest';
import { CheckField } from '@lading/ui/edit';
import { useId } from 'react';
import { ROLES } from './roles.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: readonly ProjectRole[];
  readonly onChange: (value: readonly ProjectRole[]) => void;
  readonly error: string | undefined;
}

/** Selects roles; those of a member add up. */
export function RolesField({ name, label, value, onChange, error }: Props) {
  const id = useId();
  return (
    <fieldset className="ld-field ld-pick" aria-describedby={error ? id : undefined}>
      <legend className="ld-field__label">{label}</legend>
      {ROLES.map((role) => (
        <CheckField
          key={role}
          label={role}
          name={name}
          value={value.includes(role)}
          onChange={(chosen) =>
            onChange(ROLES.filter((each) => (each === role ? chosen : value.includes(each))))
          }
        />
      ))}
      {error && (
        <p className="ld-field__error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
