import { HttpError } from '../../errors/HttpError.ts';
import { checkPath } from '../paths.ts';

export function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_REQUEST', message);
}

/** Throws `HttpError` 400 if the body is not an object. */
export function fields(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw bad('Invalid body. Expected a JSON object, such as {"repoKey": "generic-local", "path": "a/b"}.');
}

/** Throws `HttpError` 400 if the value is not a string, or too long. */
export function text(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > 4096 || /[\p{Cc}\p{Surrogate}]/u.test(value))
    throw bad(`Invalid ${name}. Expected a string without control characters, up to 4096 characters.`);
  return value;
}

/** Throws `HttpError` 400. */
export function flag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw bad(`Invalid ${name}. Expected true or false.`);
}

/** `branch`: the path must not be the repository itself. Throws `HttpError` 400. */
export function readPlace(from: unknown, branch = false): { repoKey: string; path: string } {
  const { repoKey, path: given = '' } = fields(from);
  const path = text('path', given) ?? '';
  if (typeof repoKey !== 'string' || repoKey === '')
    throw bad('repoKey is missing. Expected the key of a repository.');
  if (branch && path === '') throw bad('path is missing. Expected a file or a folder in the repository.');
  return { repoKey: text('repoKey', repoKey) ?? '', path: path === '' ? '' : checkPath(path) };
}
