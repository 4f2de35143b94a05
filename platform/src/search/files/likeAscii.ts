import { HttpError } from '../../errors/HttpError.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import { maxWildcards } from '../../globs/Glob.ts';

/** Maximum characters of a pattern. */
const longest = 1024;

/**
 * Returns a LIKE pattern for a path in `lower()`. Throws `HttpError` 400 for patterns that are
 * invalid or too expensive.
 */
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
