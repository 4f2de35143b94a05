import type { RepositoryConfiguration } from '@lading/contract/rest';
import * as v from 'valibot';
import { HttpError } from '../errors/HttpError.ts';
import type { Repository, UpstreamCredentials } from './Repository.ts';
import { sealSecret } from './upstream/credentials.ts';

/** With custom messages: default messages repeat the value. */
const secret = (what: string) =>
  v.optional(
    v.pipe(
      v.string(what),
      v.maxLength(8000, 'expected up to 8000 characters'),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
      v.regex(/^[^\x00-\x1f\x7f]*$/, 'expected text without line breaks and control characters'),
    ),
  );

export const credentialFields = {
  username: v.optional(
    v.pipe(
      v.string('a text'),
      v.maxLength(200, 'expected up to 200 characters'),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
      v.regex(/^[^:\x00-\x1f\x7f]*$/, 'expected a user name without a colon'),
    ),
  ),
  password: secret('a text'),
  token: v.pipe(
    secret('a text'),
    v.check((token) => token === undefined || /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(token), 'a token'),
  ),
  /** Fields of `GET` responses, accepted in changes. */
  hasPassword: v.optional(v.boolean('expected true or false')),
  hasToken: v.optional(v.boolean('expected true or false')),
};

export interface GivenCredentials {
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
}

/**
 * Reads the upstream credentials of a remote. Omitted fields keep existing credentials as long as
 * the upstream has the origin that they were entered for. An empty secret removes them. Throws
 * `HttpError` 400.
 */
export function readCredentials(
  { key, url }: Pick<Repository, 'key' | 'url'>,
  { username = '', password, token }: GivenCredentials,
  before?: UpstreamCredentials,
): UpstreamCredentials | undefined {
  const bad = (field: string, what: string) =>
    new HttpError(400, 'BAD_CONFIGURATION', `Repository ${key}: invalid field '${field}': ${what}`);
  if (password && token) throw bad('token', 'set either the token or the password, not both');
  const origin = url === undefined ? undefined : new URL(url).origin;
  const given = (kind: UpstreamCredentials['kind'], value: string): UpstreamCredentials => {
    if (origin === undefined) throw bad(kind, 'it requires a url');
    const sealed = sealSecret(value, key, origin);
    return { kind, origin, sealed, username: kind === 'password' ? username : '' };
  };
  if (token) return given('token', token);
  if (password) {
    if (username === '') throw bad('username', 'a password requires a user name');
    return given('password', password);
  }
  if (password === '' || token === '' || origin === undefined) return undefined;
  // Without a user name the secret is a token; with one, a password is required.
  if (username !== '' && before?.kind !== 'password')
    throw bad('password', `user ${username} requires a password`);
  if (!before || (before.kind === 'password' && username === '')) return undefined;
  if (before.origin !== origin)
    throw bad(
      before.kind,
      `it was entered for ${before.origin}. Enter it again for ${origin}, or '' to remove it`,
    );
  return before.kind === 'password' ? { ...before, username } : before;
}

/**
 * Removes credentials, notes, and query parameters, which often contain keys, from a configuration,
 * for users with read permission only.
 */
export function withoutCredentials(configuration: RepositoryConfiguration): RepositoryConfiguration {
  const {
    username: _user,
    hasPassword: _password,
    hasToken: _token,
    tokenService: _service,
    proxy: _proxy,
    disableProxy: _disabled,
    clientCertificate: _certificate,
    hasClientKey: _key,
    notes: _notes,
    queryParams: _query,
    ...rest
  } = configuration as RepositoryConfiguration & { queryParams?: unknown };
  return rest;
}

/** Returns the credentials for `GET` responses: flags instead of secrets. */
export function shownCredentials(credentials: UpstreamCredentials | undefined): {
  username?: string;
  hasPassword?: true;
  hasToken?: true;
} {
  if (!credentials) return {};
  return credentials.kind === 'token'
    ? { hasToken: true }
    : { username: credentials.username, hasPassword: true };
}
