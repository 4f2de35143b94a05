import { type ReactNode, useId } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';

export interface SelectFieldProps<Key extends string> {
  readonly label: string;
  readonly value: Key;
  readonly options: readonly { readonly key: Key; readonly label: string }[];
  readonly onChange: (value: Key) => void;
  /** How to choose; stands under the field. */
  readonly help?: ReactNode;
}

/** One of a few, in the browser's own list: a phone shows it as phones do. */
export function SelectField<Key extends string>(props: SelectFieldProps<Key>) {
  useStyles(css);
  const { label, value, options, onChange, help } = props;
  const id = useId();
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="ld-input">
        <select
          id={id}
          value={value}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.target.value as Key)}
        >
          {options.map((option) => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {help && (
        <div className="ld-field__help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}
