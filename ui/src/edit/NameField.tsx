import { TextField, type TextFieldProps } from '../forms/TextField.tsx';

/** A required field for a name or key of a new object, which browsers don't complete or correct. */
export function NameField(props: TextFieldProps) {
  return <TextField {...props} required autoComplete="off" spellCheck={false} />;
}
