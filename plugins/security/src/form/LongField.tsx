import { type ReactNode, useId, useState } from 'react';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  /** Addresses, certificates and their like. */
  readonly code?: boolean;
}

/** A text of several lines: as it is typed while it is typed, empty lines too. */
export function LongField(props: Props) {
  const { label, name, value, onChange, error, help, code } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{label}</label>
      </div>
      <textarea
        id={id}
        name={name}
        className={`security-long ${code ? 'security-long--code' : ''} ${error ? 'security-long--error' : ''}`}
        rows={4}
        spellCheck={!code}
        value={draft ?? value}
        onChange={(event) => {
          setDraft(event.target.value);
          onChange(event.target.value);
        }}
        onBlur={() => setDraft(undefined)}
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
