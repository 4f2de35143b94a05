import type { Http, HttpOptions } from '@lading/contract';
import type { UserApiKey } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/userApiKey';

/**
 * Credentials of the user, sent again. 403 `REAUTHENTICATION_REQUIRED` when they are missing and
 * the profile is locked.
 */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Returns the key; empty when none exists. */
export function readApiKey(http: Http, again?: Credentials): Promise<string> {
  return ask(http, { method: 'GET' }, again);
}

/** Creates the key. 409 when one exists. */
export function makeApiKey(http: Http, again?: Credentials): Promise<string> {
  return ask(http, { method: 'POST' }, again);
}

/** Replaces and invalidates the previous key. 404 when none exists. */
export function renewApiKey(http: Http, again?: Credentials): Promise<string> {
  return ask(http, { method: 'PUT' }, again);
}

export async function revokeApiKey(http: Http): Promise<void> {
  await http.json(CALL, { method: 'DELETE' });
}

async function ask(http: Http, options: HttpOptions, again: Credentials | undefined): Promise<string> {
  const shown = again ? { headers: { 'X-JFrog-Reauthentication': basic(again) } } : {};
  return (await http.json<UserApiKey>(CALL, { ...options, ...shown })).apiKey;
}

/** Encodes credentials for HTTP Basic authentication, in UTF-8 for names beyond ASCII. */
export function basic({ name, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
