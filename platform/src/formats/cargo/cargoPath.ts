import { HttpError } from '../../errors/HttpError.ts';
import { decodedSegment } from '../../http/segment.ts';
import { indexPath, isCrateName } from './names.ts';

/** The resource that a path below a repository's URL identifies. */
export type CargoPath =
  | { kind: 'config' }
  | { kind: 'index'; name: string }
  | { kind: 'me' }
  | { kind: 'search' }
  | { kind: 'publish' }
  | { kind: 'owners'; name: string }
  | { kind: 'download'; name: string; version: string }
  | { kind: 'yank'; name: string; version: string }
  | { kind: 'unyank'; name: string; version: string };

/**
 * Parses the part of a URL after the repository, still percent-encoded. Throws `HttpError` 400 or
 * 404.
 */
export function parseCargoPath(given: string): CargoPath {
  const parts = given.split('/').map(decodedSegment);
  if (parts[0] === 'api') return apiPath(parts.slice(1));
  // The index is served at the repository's own URL and at `index/` below it.
  if (parts[0] === 'index') parts.shift();
  const path = parts.join('/');
  if (path === 'config.json') return { kind: 'config' };
  if (path === 'me') return { kind: 'me' };
  const name = parts.at(-1) ?? '';
  if (isCrateName(name) && path === indexPath(name)) return { kind: 'index', name };
  throw notFound();
}

function apiPath([version, crates, name, second, third, ...more]: string[]): CargoPath {
  if (version !== 'v1' || crates !== 'crates' || more.length > 0) throw notFound();
  if (name === undefined || (name === '' && second === undefined)) return { kind: 'search' };
  if (name === 'new' && second === undefined) return { kind: 'publish' };
  if (second === 'owners' && third === undefined) return { kind: 'owners', name };
  if (second && (third === 'download' || third === 'yank' || third === 'unyank'))
    return { kind: third, name, version: second };
  throw notFound();
}

function notFound(): HttpError {
  return new HttpError(404, 'NOT_FOUND', 'Invalid URL of a Cargo registry. The index starts at config.json.');
}
