import { type ReactNode, useId } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { describedBy, FieldNotes } from './FieldNotes.tsx';
import css from './forms.css?inline';

export interface SelectFieldProps<Key extends string> {
  readonly label: ReactNode;
  readonly value: Key;
  readonly options: readonly { readonly key: Key; readonly label: string }[];
  readonly onChange: (value: Key) => void;
  /** Name of the field in its form. */
  readonly name?: string;
  readonly onBlur?: () => void;
  readonly readOnly?: boolean;
  /** Error shown at the field. */
  readonly error?: string | undefined;
  /** Help shown below the field. */
  readonly help?: ReactNode;
}

/** Selects one of a few options with the browser's own list, which phones show natively. */
export function SelectField<Key extends string>(props: SelectFieldProps<Key>) {
  useStyles(css);
  const { label, value, options, onChange, onBlur, name, error, help, readOnly } = props;
  const id = useId();
  const described = describedBy(id, { error, help });
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={`ld-input ${error ? 'ld-input--error' : ''}`}>
        <select
          id={id}
          name={name}
          value={value}
          disabled={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.value as Key)}
          onBlur={onBlur}
        >
          {options.map((option) => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
