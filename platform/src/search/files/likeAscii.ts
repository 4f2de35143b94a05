import { HttpError } from '../../errors/HttpError.ts';
import { maxWildcards } from '../../globs/Glob.ts';

/** As the database lowers paths: ASCII's letters alone. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** How long a pattern may be. */
const longest = 1024;

/** A pattern for LIKE on what `lower()` makes of a path. Throws `HttpError` 400 for one that nothing can match or that costs too much. */
export function likeAscii(glob: string): string {
  if (glob.length > longest)
    throw new HttpError(400, 'BAD_PATTERN', `The pattern is too long. The maximum is ${longest} characters.`);
  if ((glob.match(/\*+/g) ?? []).length > maxWildcards)
    throw new HttpError(
      400,
      'BAD_PATTERN',
      `The pattern has too many asterisks. The maximum is ${maxWildcards}.`,
    );
  if (glob.includes('\0')) throw new HttpError(400, 'BAD_PATTERN', 'The pattern contains a NUL character');
  return asciiLower(glob)
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replaceAll('?', '_');
}
