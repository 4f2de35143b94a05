import { type ReactNode, useId, useState } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './edit.css?inline';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly rows?: number;
  /** Entries can have several lines, such as certificates; an empty line separates them. */
  readonly blocks?: boolean;
  readonly readOnly?: boolean;
}

/** Several texts, one per line. */
export function LinesField(props: Props) {
  useStyles(css);
  const { label, name, value, onChange, onBlur, error, help, rows = 3, blocks = false, readOnly } = props;
  const id = useId();
  const read = blocks ? blocksOf : linesOf;
  const written = value.join(blocks ? '\n\n' : '\n');
  // Empty lines stay until the field loses the focus.
  const [draft, setDraft] = useState(written);
  const shown = read(draft).join('\n') === value.join('\n') ? draft : written;
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea
        id={id}
        name={name}
        className={`ld-lines ${error ? 'ld-lines--error' : ''}`}
        rows={rows}
        spellCheck={false}
        autoCapitalize="none"
        readOnly={readOnly}
        value={shown}
        onChange={(event) => {
          setDraft(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => {
          setDraft(written);
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

function blocksOf(text: string): string[] {
  return text
    .split(/\n\s*\n|(?<=-----END [A-Z ]+-----)\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
}
