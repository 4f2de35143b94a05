import type { RepositoryConfiguration } from '@lading/contract/rest';
import * as v from 'valibot';
import { HttpError } from '../errors/HttpError.ts';
import type { Repository, UpstreamCredentials } from './Repository.ts';
import { sealSecret } from './upstream/credentials.ts';

/** Messages of their own: the usual ones repeat what was given. */
const secret = (what: string) =>
  v.optional(
    v.pipe(
      v.string(what),
      v.maxLength(8000, 'at most 8000 characters'),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
      v.regex(/^[^\x00-\x1f\x7f]*$/, 'a text without line breaks and control characters'),
    ),
  );

export const credentialFields = {
  username: v.optional(
    v.pipe(
      v.string('a text'),
      v.maxLength(200, 'at most 200 characters'),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
      v.regex(/^[^:\x00-\x1f\x7f]*$/, 'a user name, without a colon'),
    ),
  ),
  password: secret('a text'),
  token: v.pipe(
    secret('a text'),
    v.check((token) => token === undefined || /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(token), 'a token'),
  ),
  /** What `GET` says and a change may say back. */
  hasPassword: v.optional(v.boolean('true or false')),
  hasToken: v.optional(v.boolean('true or false')),
};

export interface GivenCredentials {
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
}

/**
 * What a remote is to show its upstream: what is given, otherwise what it has, as long as the upstream is at the origin that it was
 * entered for. An empty secret takes it away. Throws `HttpError` 400.
 */
export function readCredentials(
  { key, url }: Pick<Repository, 'key' | 'url'>,
  { username = '', password, token }: GivenCredentials,
  before?: UpstreamCredentials,
): UpstreamCredentials | undefined {
  const bad = (field: string, what: string) =>
    new HttpError(400, 'BAD_CONFIGURATION', `Repository ${key}: field '${field}' does not hold: ${what}`);
  if (password && token) throw bad('token', 'either it or password is given, not both');
  const origin = url === undefined ? undefined : new URL(url).origin;
  const given = (kind: UpstreamCredentials['kind'], value: string): UpstreamCredentials => {
    if (origin === undefined) throw bad(kind, 'it is for an upstream with a url');
    const sealed = sealSecret(value, key, origin);
    return { kind, origin, sealed, username: kind === 'password' ? username : '' };
  };
  if (token) return given('token', token);
  if (password) {
    if (username === '') throw bad('username', 'a password is one of a user');
    return given('password', password);
  }
  if (password === '' || token === '' || origin === undefined) return undefined;
  // What has no user has a token: one that names a user is to have a password.
  if (username !== '' && before?.kind !== 'password') throw bad('password', `user ${username} needs one`);
  if (!before || (before.kind === 'password' && username === '')) return undefined;
  if (before.origin !== origin)
    throw bad(
      before.kind,
      `it was entered for ${before.origin}: enter it again for ${origin}, or '' for none`,
    );
  return before.kind === 'password' ? { ...before, username } : before;
}

/** A configuration for those who read the repository and no more. */
export function withoutCredentials(configuration: RepositoryConfiguration): RepositoryConfiguration {
  const {
    username: _user,
    hasPassword: _password,
    hasToken: _token,
    tokenService: _service,
    proxy: _proxy,
    disableProxy: _disabled,
    ...rest
  } = configuration;
  return rest;
}

/** As `GET` says them: that they are there. */
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
