import type { ApplicationClient } from '@lading/contract/rest';
import { readScope, userScope } from '../../access/tokens/scopes.ts';
import { HttpError } from '../../errors/HttpError.ts';

/** How long an authentication is valid for a request that requires a new one, in seconds. */
const minAuthenticationSeconds = 60;

/** A validated authorization request. */
export interface CheckedRequest {
  callbackUrl: string;
  scopes: string[];
  /** The S256 challenge of PKCE. */
  challenge: string;
  state: string | undefined;
  /** OpenID Connect: the ID token repeats it, so that the client recognizes its own request. */
  nonce: string | undefined;
  /** OpenID Connect: how long ago the user may have authenticated, in seconds. */
  maxAge: number | undefined;
}

/**
 * Reads the URL that an application opened in the browser (RFC 6749, 4.1.1, and RFC 7636). Throws
 * `HttpError` 400. Invalid requests are shown to the user and never redirected, to prevent open
 * redirects.
 */
export function readAuthorizationRequest(address: string, client: ApplicationClient): CheckedRequest {
  const query = queryOf(address);
  for (const key of new Set(query.keys())) {
    if (query.getAll(key).length > 1) throw bad(`${key} occurs more than once`);
  }
  const need = (key: string) => query.get(key) ?? '';
  if (need('client_id') !== client.client_id) throw bad('client_id is not that of the application');
  if (need('redirect_uri') !== client.callback_url) {
    throw bad('redirect_uri is not the callback URL that is registered for the application');
  }
  for (const key of ['request', 'request_uri']) if (query.has(key)) throw bad(`${key} is not supported`);
  if (need('response_type') !== 'code') throw bad('response_type must be code');
  if (query.has('response_mode') && need('response_mode') !== 'query')
    throw bad('response_mode must be query');
  if (need('code_challenge_method') !== 'S256') throw bad('code_challenge_method must be S256');
  // A SHA-256 hash in base64url: the last character has only 4 bits.
  if (!/^[\w-]{42}[AEIMQUYcgkosw048]$/.test(need('code_challenge'))) {
    throw bad('code_challenge must be the base64url form of a SHA-256 hash');
  }
  const scopes = [...new Set(readScope(query.get('scope') || userScope))];
  return {
    ...{ callbackUrl: client.callback_url, scopes, challenge: need('code_challenge') },
    ...{ state: asciiOf(query, 'state'), nonce: asciiOf(query, 'nonce'), maxAge: maxAgeOf(query) },
  };
}

function asciiOf(query: URLSearchParams, key: string): string | undefined {
  const value = query.get(key) ?? undefined;
  if (value === undefined || /^[\x20-\x7e]{0,1000}$/.test(value)) return value;
  throw bad(`${key} must be up to 1000 ASCII characters`);
}

/** Reads `max_age` and `prompt`. `prompt=login` requires that the user has just authenticated. */
function maxAgeOf(query: URLSearchParams): number | undefined {
  const prompts = (query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '');
  const unknown = prompts.find((prompt) => !['consent', 'login', 'select_account'].includes(prompt));
  if (unknown !== undefined) throw bad('prompt must be consent, login, or select_account');
  const age = query.get('max_age');
  if (age !== null && !/^\d{1,9}$/.test(age)) throw bad('max_age must be a number of seconds');
  const ages = [...(age === null ? [] : [Number(age)]), ...(prompts.includes('login') ? [0] : [])];
  // The user needs some time to return from the sign-in.
  return ages.length === 0 ? undefined : Math.max(minAuthenticationSeconds, Math.min(...ages));
}

/** Returns the application's callback URL with the result. */
export function answerUrl(
  { callbackUrl, state }: Pick<CheckedRequest, 'callbackUrl' | 'state'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(callbackUrl);
  for (const [key, value] of Object.entries(answer)) url.searchParams.set(key, value);
  if (state !== undefined) url.searchParams.set('state', state);
  // RFC 9207: identifies the server to clients of several servers.
  url.searchParams.set('iss', issuer);
  return url.href;
}

function queryOf(address: string): URLSearchParams {
  const base = 'http://console.invalid';
  if (!URL.canParse(address, base)) throw bad('it is not a URL');
  return new URL(address, base).searchParams;
}

function bad(reason: string): HttpError {
  return new HttpError(400, 'BAD_AUTHORIZATION_REQUEST', `Invalid request of the application: ${reason}`);
}
