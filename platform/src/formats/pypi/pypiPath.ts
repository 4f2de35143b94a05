import { HttpError } from '../../errors/HttpError.ts';
import { decodedSegment } from '../../http/segment.ts';

/** The resource that a path below a repository's URL identifies. */
export type PypiPath =
  | { kind: 'root' }
  | { kind: 'simpleRoot' }
  | { kind: 'simple'; name: string; slash: boolean }
  | { kind: 'file'; name: string; file: string }
  | { kind: 'metadata'; name: string; file: string }
  | { kind: 'search' }
  | { kind: 'json'; name: string; version?: string }
  | { kind: 'release'; name: string; version: string }
  | { kind: 'yank'; name: string; version: string };

const ending = '.metadata';

/**
 * Parses the part of a URL after the repository, still percent-encoded. Throws `HttpError` 400 or
 * 404.
 */
export function parsePypiPath(given: string): PypiPath {
  const parts = given.split('/').map(decodedSegment);
  const slash = parts.at(-1) === '';
  if (slash) parts.pop();
  const [first, second, third, fourth, ...more] = parts;
  const depth = parts.length;
  if (depth === 0 || (depth === 1 && first === 'legacy')) return { kind: 'root' };
  if (first === 'simple' && depth === 1) return { kind: 'simpleRoot' };
  if (first === 'simple' && depth === 2 && second) return { kind: 'simple', name: second, slash };
  if (first === 'packages' && depth === 3 && second && third && !slash) {
    return third.endsWith(ending)
      ? { kind: 'metadata', name: second, file: third.slice(0, -ending.length) }
      : { kind: 'file', name: second, file: third };
  }
  if (first === 'pypi' && depth === 1) return { kind: 'search' };
  if (first === 'pypi' && second && more.length === 0) {
    if (depth === 3 && third === 'json') return { kind: 'json', name: second };
    if (depth === 3 && third) return { kind: 'release', name: second, version: third };
    if (depth === 4 && third && fourth === 'json') return { kind: 'json', name: second, version: third };
    if (depth === 4 && third && fourth === 'yank') return { kind: 'yank', name: second, version: third };
  }
  throw new HttpError(404, 'NOT_FOUND', 'Invalid URL of a Python index. The index starts at simple/.');
}
