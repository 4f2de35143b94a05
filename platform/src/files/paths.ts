import { HttpError } from '../errors/HttpError.ts';

/** In UTF-8: what an index entry of the database can hold with room to spare. */
const longestPath = 1024;
const longestSegment = 255;

const bad = (path: string, rule: string) =>
  new HttpError(400, 'BAD_PATH', `Invalid path '${printable(path)}': ${rule}`);

/**
 * The one grammar of a file's path inside its repository: segments joined by `/`, none of them empty, `.` or `..`, no
 * control characters, no backslash. Throws `HttpError` 400 that names the rule; otherwise gives the path as it is.
 */
export function checkPath(path: string): string {
  if (path === '') throw bad(path, 'it is empty');
  if (/\p{Surrogate}/u.test(path)) throw bad(path, 'it is not valid Unicode');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) throw bad(path, 'it contains a control character');
  if (path.includes('\\')) throw bad(path, 'it contains a backslash');
  if (Buffer.byteLength(path) > longestPath) throw bad(path, `it is longer than ${longestPath} bytes`);
  for (const segment of path.split('/')) {
    if (segment === '') throw bad(path, 'it contains an empty segment');
    if (segment === '.' || segment === '..') throw bad(path, `it contains the segment '${segment}'`);
    if (Buffer.byteLength(segment) > longestSegment)
      throw bad(path, `it contains a segment longer than ${longestSegment} bytes`);
  }
  return path;
}

/** The folders that the path lies in, outermost first: `a/b/c` gives `a` and `a/b`. */
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
