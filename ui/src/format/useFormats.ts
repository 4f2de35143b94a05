import { useLanguage } from '../language/useLanguage.ts';
import { Formats } from './formats.ts';

const byLanguage = new Map<string, Formats>();

/** Dates and numbers in the user's language. */
export function useFormats(): Formats {
  const { tag, direction } = useLanguage().language;
  const formats = byLanguage.get(tag) ?? new Formats(tag, direction);
  byLanguage.set(tag, formats);
  return formats;
}
