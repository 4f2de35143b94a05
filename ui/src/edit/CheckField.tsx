import { type ReactNode, useId } from 'react';
import { describedBy, FieldNotes } from '../forms/FieldNotes.tsx';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './edit.css?inline';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
}

/** A checkbox with its label, error, and help. */
export function CheckField(props: Props) {
  useStyles(css);
  const { label, name, value, onChange, onBlur, error, help, readOnly = false, disabled = readOnly } = props;
  const id = useId();
  const described = describedBy(id, { error, help });
  return (
    <div className="ld-check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
        {label}
      </label>
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
