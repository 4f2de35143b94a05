import { type ReactNode, useId } from 'react';
import { FieldLabel } from '../forms/FieldLabel.tsx';
import { describedBy, FieldNotes } from '../forms/FieldNotes.tsx';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './edit.css?inline';

export interface TextAreaFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly rows?: number;
  /** URLs, certificates, and similar. */
  readonly code?: boolean;
  readonly readOnly?: boolean;
  readonly required?: boolean;
}

/** A text of several lines with its label, error, and help. */
export function TextAreaField(props: TextAreaFieldProps) {
  useStyles(css);
  const { label, name, value, onChange, onBlur, error, help, rows = 4, code = false } = props;
  const { readOnly, required } = props;
  const id = useId();
  const described = describedBy(id, { error, help });
  return (
    <div className="ld-field">
      <FieldLabel htmlFor={id} text={label} required={required} />
      <textarea
        id={id}
        name={name}
        className={`ld-textarea ${code ? 'ld-textarea--code' : ''} ${error ? 'ld-textarea--error' : ''}`}
        rows={rows}
        spellCheck={!code}
        autoCapitalize={code ? 'none' : undefined}
        readOnly={readOnly}
        {...(required ? { 'aria-required': true } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
