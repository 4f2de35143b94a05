import type { Http, HttpOptions } from '@lading/contract';
import type { UserApiKey } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/userApiKey';

/** Who asks, shown once more: 403 `REAUTHENTICATION_REQUIRED` where neither this nor an unlocked profile does. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Empty: there is none. */
export function readApiKey(http: Http, again?: Credentials): Promise<string> {
  return ask(http, { method: 'GET' }, again);
}

/** 409 when there is one. */
export function makeApiKey(http: Http, again?: Credentials): Promise<string> {
  return ask(http, { method: 'POST' }, again);
}

/** Ends the one before; 404 when there is none. */
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

/** As HTTP's Basic scheme has it, names beyond ASCII in UTF-8. */
export function basic({ name, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
