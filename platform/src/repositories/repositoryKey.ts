import { HttpError } from '../errors/HttpError.ts';

/**
 * Path prefixes with another meaning: a repository with such a key would be unreachable or hide
 * them.
 */
const reserved = new Set([
  'access',
  'api',
  'app',
  'artifactory',
  'configurations',
  'distribution',
  'event',
  'favicon.ico',
  'lifecycle',
  'list',
  'mc',
  'metadata',
  'repo',
  'repositories',
  'router',
  'simple',
  'support',
  'system',
  'trashcan',
  'ui',
  'v1',
  'v2',
  'webapp',
  'xray',
]);

/** Throws `HttpError` 400 for keys that cannot be used in URLs unescaped. */
export function checkRepositoryKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(key) || key.includes('..') || key.endsWith('.')) {
    const rule =
      "expected 1 to 64 letters, digits, '.', '_', or '-', starting with a letter or digit, without '..' and without '.' at the end";
    throw new HttpError(400, 'BAD_REPOSITORY_KEY', `Invalid repository key '${key.slice(0, 100)}': ${rule}`);
  }
  if (reserved.has(key.toLowerCase())) {
    throw new HttpError(
      400,
      'BAD_REPOSITORY_KEY',
      `The repository key '${key}' is reserved. Choose another key.`,
    );
  }
}
