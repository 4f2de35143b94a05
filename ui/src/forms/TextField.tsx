import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { FieldLabel } from './FieldLabel.tsx';
import { describedBy, FieldNotes } from './FieldNotes.tsx';
import css from './forms.css?inline';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Error shown at the field. */
  readonly error?: string | undefined;
  /** Help shown below the field. */
  readonly help?: ReactNode;
  /** Shown at the right of the label, such as a link; after the field in tab order. */
  readonly aside?: ReactNode;
  /** Shown inside the field on the right, such as a button. */
  readonly inside?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A single-line text field with its label, help, and error. */
export function TextField(props: TextFieldProps) {
  useStyles(css);
  const { label, value, onChange, error, help, aside, inside, inputRef, required, ...rest } = props;
  const id = useId();
  const described = describedBy(id, { error, help });
  return (
    <div className={`ld-field ${aside ? 'ld-field--aside' : ''}`}>
      <FieldLabel htmlFor={id} text={label} required={required} />
      <div className={`ld-input ${error ? 'ld-input--error' : ''}`}>
        <input
          {...rest}
          id={id}
          ref={inputRef}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(required ? { 'aria-required': true } : {})}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
        />
        {inside}
      </div>
      {aside && <div className="ld-field__aside">{aside}</div>}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
