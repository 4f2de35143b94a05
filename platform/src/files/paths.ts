import { HttpError } from '../errors/HttpError.ts';

/** Maximum bytes in UTF-8. A database index entry can contain more. */
const maxPathBytes = 1024;
const maxSegmentBytes = 255;

const bad = (path: string, rule: string) =>
  new HttpError(400, 'BAD_PATH', `Invalid path '${printable(path)}': ${rule}`);

/**
 * Validates a file's path in its repository: segments joined by `/`, none of them empty, `.`, or
 * `..`, without control characters and backslashes. Throws `HttpError` 400 with the violated rule,
 * or returns the path unchanged.
 */
export function checkPath(path: string): string {
  if (path === '') throw bad(path, 'it is empty');
  if (/\p{Surrogate}/u.test(path)) throw bad(path, 'it is not valid Unicode');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is about control characters
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) throw bad(path, 'it contains a control character');
  if (path.includes('\\')) throw bad(path, 'it contains a backslash');
  if (Buffer.byteLength(path) > maxPathBytes) throw bad(path, `it is longer than ${maxPathBytes} bytes`);
  for (const segment of path.split('/')) {
    if (segment === '') throw bad(path, 'it contains an empty segment');
    if (segment === '.' || segment === '..') throw bad(path, `it contains the segment '${segment}'`);
    if (Buffer.byteLength(segment) > maxSegmentBytes)
      throw bad(path, `it contains a segment longer than ${maxSegmentBytes} bytes`);
  }
  return path;
}

/** Returns the parent folders of a path, outermost first: `a` and `a/b` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function printable(path: string): string {
  return JSON.stringify(path.slice(0, 100)).slice(1, -1);
}
