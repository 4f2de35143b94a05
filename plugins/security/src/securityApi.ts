import { type Http, HttpFailure } from '@lading/contract';
import type { AuditPage, AuthSettings, ProviderTest } from '@lading/contract/rest';

const V1 = '/access/api/v1';

/** Settings that there is one of, by where they stand. */
export type SinglePath = '/mail' | '/ldap' | '/sso/http' | '/sso/crowd';

/** Throws `HttpFailure`. */
export function fetchRules(http: Http, signal: AbortSignal): Promise<AuthSettings> {
  return http.json(`${V1}/auth/settings`, { signal });
}

/** What is left out stays. Throws `HttpFailure`: 400 names what is wrong. */
export function changeRules(http: Http, patch: Record<string, unknown>): Promise<AuthSettings> {
  return http.json(`${V1}/auth/settings`, { method: 'PATCH', body: patch });
}

/** `undefined`: not configured. Throws `HttpFailure`. */
export async function fetchSingle(
  http: Http,
  path: SinglePath,
  signal: AbortSignal,
): Promise<object | undefined> {
  try {
    return await http.json<object>(V1 + path, { signal });
  } catch (cause) {
    if (cause instanceof HttpFailure && cause.code === 'NOT_CONFIGURED') return undefined;
    throw cause;
  }
}

/** Throws `HttpFailure`: 400 names what is wrong. */
export function saveSingle(http: Http, path: SinglePath, settings: object): Promise<object> {
  return http.json(V1 + path, { method: 'PUT', body: settings });
}

/** Throws `HttpFailure`. */
export async function removeSingle(http: Http, path: SinglePath): Promise<void> {
  await http.json(V1 + path, { method: 'DELETE' });
}

/** A test may wait for the other side. Throws `HttpFailure` where the settings themselves are wrong. */
export function testSingle(http: Http, path: SinglePath, body: object): Promise<ProviderTest> {
  return http.json(`${V1}${path}/test`, { method: 'POST', body, timeout: 60_000 });
}

/** Settings that there can be several of, by where they stand. */
export type SeveralPath = '/oauth/providers' | '/saml/providers';
const named = (path: SeveralPath, name: string) => `${V1}${path}/${encodeURIComponent(name)}`;

interface Listed {
  readonly name: string;
  readonly displayName: string;
  readonly enabled: boolean;
}

/** Throws `HttpFailure`. */
export async function fetchAllOf<Provider extends Listed>(
  http: Http,
  path: SeveralPath,
  signal: AbortSignal,
): Promise<Provider[]> {
  const { providers } = await http.json<{ providers: Provider[] }>(V1 + path, { signal });
  return providers;
}

/** Throws `HttpFailure`: 404. */
export function fetchOneOf(
  http: Http,
  path: SeveralPath,
  name: string,
  signal: AbortSignal,
): Promise<Listed> {
  return http.json(named(path, name), { signal });
}

/** Throws `HttpFailure`: 400, 409 for a name that is taken. */
export function createOneOf(http: Http, path: SeveralPath, settings: object): Promise<Listed> {
  return http.json(V1 + path, { method: 'POST', body: settings });
}

/** Throws `HttpFailure`: 400, 404. */
export function changeOneOf(http: Http, path: SeveralPath, name: string, settings: object): Promise<Listed> {
  return http.json(named(path, name), { method: 'PUT', body: settings });
}

/** Throws `HttpFailure`. */
export async function removeOneOf(http: Http, path: SeveralPath, name: string): Promise<void> {
  await http.json(named(path, name), { method: 'DELETE' });
}

/** Throws `HttpFailure` where the settings themselves are wrong. */
export function testOneOf(http: Http, path: SeveralPath, settings: object): Promise<ProviderTest> {
  return http.json(`${V1}${path}/test`, { method: 'POST', body: settings, timeout: 60_000 });
}

export interface AuditFilter {
  readonly user: string;
  readonly event: string;
}

/** The newest first; `before`: what the page above gave as `next`. Throws `HttpFailure`. */
export function fetchAudit(
  http: Http,
  { user, event }: AuditFilter,
  before?: string,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const query = { user: user || undefined, event: event || undefined, before, limit: 100 };
  return http.json(`${V1}/audit`, { query, ...(signal ? { signal } : {}) });
}
