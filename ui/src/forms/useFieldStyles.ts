import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';

/** Adds the styles of fields, for a field that is built from the same classes. */
export function useFieldStyles(): void {
  useStyles(css);
}
