import type { HttpFailure, Message, TextValues } from '@lading/contract';

/** Describes an invalid value: a message of the console, or the server's text. */
export type FieldError = string | { readonly message: Message; readonly values?: TextValues };

/** Errors by field. */
export type FieldErrors<Values> = Partial<Record<keyof Values & string, FieldError>>;

/**
 * Finds the field that the server's validator rejected (`body/smtp/port must be …`). Keys can be
 * paths (`smtp.port`); an error inside a field's value belongs to that field.
 */
export function rejectedField(
  failure: HttpFailure,
  keys: readonly string[],
): readonly [key: string, text: string] | undefined {
  const [, path = '', text = ''] = /^body\/(\S+) (.*)$/s.exec(failure.message) ?? [];
  const name = path.replaceAll('/', '.');
  const key = keys.find((each) => name === each || name.startsWith(`${each}.`));
  return key === undefined ? undefined : [key, text];
}
