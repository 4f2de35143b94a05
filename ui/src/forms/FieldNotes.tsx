import type { ReactNode } from 'react';

interface Notes {
  /** Shown as an alert. */
  readonly error?: string | undefined;
  readonly help?: ReactNode;
}

/** The error and the help below the field with this ID. */
export function FieldNotes({ id, error, help }: Notes & { readonly id: string }) {
  return (
    <>
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
    </>
  );
}

/** Returns the IDs of the notes of a field, for `aria-describedby`. */
export function describedBy(id: string, { error, help }: Notes): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
}
