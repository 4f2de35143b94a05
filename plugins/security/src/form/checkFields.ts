import type { HttpFailure } from '@lading/contract';
import { editMessages, type FieldError, type FieldErrors } from '@lading/ui/edit';
import { type Field, fieldsOf, type Section, type Values } from './fields.ts';
import { messages } from './messages.ts';

/** Returns the errors of the values, by field. */
export function checkFields(sections: readonly Section[], values: Values): FieldErrors<Values> {
  const errors = fieldsOf(sections).flatMap((field) => {
    const error = errorOf(field, values[field.key]);
    return error ? [[field.key, error] as const] : [];
  });
  return Object.fromEntries(errors);
}

function errorOf(field: Field, value: Values[string]): FieldError | undefined {
  if (field.kind === 'text' && field.required && String(value ?? '').trim() === '')
    return { message: editMessages.missing };
  if (field.kind === 'lines' && field.required && (!Array.isArray(value) || value.length === 0))
    return { message: editMessages.missing };
  if (field.kind !== 'number') return undefined;
  const { min, max } = field;
  const typed = String(value ?? '').trim();
  const right = /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return right ? undefined : { message: messages.range, values: { min, max } };
}

/** Returns the field that an error text names first. */
export function fieldInText(sections: readonly Section[], failure: HttpFailure): string | undefined {
  const first = /^(?:Invalid )?([\w.]+)/.exec(failure.message)?.[1]?.replace(/\.$/, '');
  const keys = fieldsOf(sections).map(({ key }) => key);
  return keys.find((key) => key === first || key.endsWith(`.${first}`));
}
