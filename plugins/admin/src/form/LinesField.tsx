import { useStyles } from '@lading/ui';
import { type ReactNode, useId, useState } from 'react';
import css from './form.css?inline';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly rows?: number;
}

/** Several short texts, each on a line of its own. */
export function LinesField(props: Props) {
  useStyles(css);
  const { label, name, value, onChange, onBlur, error, help, rows = 3 } = props;
  const id = useId();
  // As it is typed: empty lines stand until the field is left.
  const [draft, setDraft] = useState(() => value.join('\n'));
  const shown = linesOf(draft).join('\n') === value.join('\n') ? draft : value.join('\n');
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea
        id={id}
        name={name}
        className={`admin-lines ${error ? 'admin-lines--error' : ''}`}
        rows={rows}
        spellCheck={false}
        value={shown}
        onChange={(event) => {
          setDraft(event.target.value);
          onChange(linesOf(event.target.value));
        }}
        onBlur={() => {
          setDraft(value.join('\n'));
          onBlur?.();
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <p className="ld-field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {help && (
        <div className="ld-field__help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
