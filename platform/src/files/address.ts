import { decodedSegment } from '../http/segment.ts';
import { checkPath } from './paths.ts';
import { type Properties, parseProperties } from './properties.ts';

/** Parsed URL path below a prefix: `{prefix}/{repo}/{path};key=value`. */
export interface Address {
  repo: string;
  /** Empty for the repository itself. */
  path: string;
  /** Whether the path ends with a slash, which means a folder. */
  folder: boolean;
  properties: Properties;
}

/**
 * Parses the undecoded URL, so that an escaped `%2F` is not a separator. Throws `HttpError` 400 for
 * an invalid path.
 */
export function parseAddress(url: string, prefix: string): Address {
  const [given = ''] = url.split('?', 1);
  const parts = given.slice(prefix.length + 1).split('/');
  const matrix: string[] = [];
  const names = parts.map((part) => {
    const [name = '', ...properties] = part.split(';');
    matrix.push(...properties);
    return decodedSegment(name);
  });
  const [repo = '', ...segments] = names;
  const folder = segments.at(-1) === '';
  const path = (folder ? segments.slice(0, -1) : segments).join('/');
  return {
    repo,
    path: path === '' ? '' : checkPath(path),
    folder,
    properties: parseProperties(matrix.join(';')),
  };
}
