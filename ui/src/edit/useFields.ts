import { useText } from '../language/useText.ts';
import type { FormStore } from './FormStore.ts';
import type { FieldError } from './fieldErrors.ts';

/** The properties that a field component gets from its form. */
interface FieldProps<Key extends string, Value> {
  readonly name: Key;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

export type Fields<Values extends object> = <Key extends keyof Values & string>(
  key: Key,
  label: string,
) => FieldProps<Key, Values[Key]>;

/**
 * Connects fields to a form: `<TextField {...field('email', text(messages.email))} required />`.
 */
export function useFields<Values extends object, Saved>(store: FormStore<Values, Saved>): Fields<Values> {
  const errorText = useFieldError();
  return (key, label) => {
    store.labels.set(key, label);
    return {
      name: key,
      label,
      value: store.values[key],
      onChange: (value) => store.set(key, value),
      onBlur: () => store.validate(key),
      error: errorText(store.errors[key]),
      readOnly: store.readOnly,
    };
  };
}

/** Returns the text of an error. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const text = useText();
  return (error) =>
    error === undefined || typeof error === 'string' ? error : text(error.message, error.values);
}
