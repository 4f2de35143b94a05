import { type Http, HttpFailure } from '@lading/contract';
import type { AuditPage, AuditVerification, AuthSettings, ProviderTest } from '@lading/contract/rest';
import { ABSENT, basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const V1 = '/access/api/v1';

/** Path of settings that exist only once. */
export type SinglePath = '/mail' | '/ldap' | '/sso/http' | '/sso/crowd';

/** Throws `HttpFailure`. */
export function fetchRules(http: Http, signal: AbortSignal): Promise<AuthSettings> {
  return http.json(`${V1}/auth/settings`, { signal });
}

/**
 * Omitted properties stay unchanged. Throws `HttpFailure`; status 400 names the invalid property.
 */
export function changeRules(http: Http, patch: Record<string, unknown>): Promise<AuthSettings> {
  return http.json(`${V1}/auth/settings`, { method: 'PATCH', body: patch });
}

/** The value is `undefined` when nothing is configured. Throws `HttpFailure`. */
export async function fetchSingle(
  http: Http,
  path: SinglePath,
  signal: AbortSignal,
): Promise<Versioned<object | undefined>> {
  try {
    const query = { optional: true };
    const found = await fetchVersioned<object | undefined>(http, V1 + path, { signal, query });
    return found.value ? found : { value: undefined, version: ABSENT };
  } catch (cause) {
    // Other servers do not know the parameter.
    if (cause instanceof HttpFailure && cause.code === 'NOT_CONFIGURED')
      return { value: undefined, version: ABSENT };
    throw cause;
  }
}

/**
 * Throws `HttpFailure`; status 400 names the invalid property, 412: the settings have changed since
 * that version.
 */
export function saveSingle(
  http: Http,
  path: SinglePath,
  settings: object,
  version: string | undefined,
): Promise<Versioned<object>> {
  return fetchVersioned(http, V1 + path, { method: 'PUT', body: settings, ...basedOn(version) });
}

/** Throws `HttpFailure`. */
export async function removeSingle(http: Http, path: SinglePath): Promise<void> {
  await http.json(V1 + path, { method: 'DELETE' });
}

/** A test may wait for the other service. Throws `HttpFailure` when the settings are invalid. */
export function testSingle(http: Http, path: SinglePath, body: object): Promise<ProviderTest> {
  return http.json(`${V1}${path}/test`, { method: 'POST', body, timeout: 60_000 });
}

/** Path of settings that can exist several times. */
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

/** Throws `HttpFailure`, with status 404 when it does not exist. */
export function fetchOneOf(
  http: Http,
  path: SeveralPath,
  name: string,
  signal: AbortSignal,
): Promise<Versioned<Listed>> {
  return fetchVersioned(http, named(path, name), { signal });
}

/** Throws `HttpFailure`, with status 409 when the name is taken. */
export function createOneOf(http: Http, path: SeveralPath, settings: object): Promise<Listed> {
  return http.json(V1 + path, { method: 'POST', body: settings });
}

/** Throws `HttpFailure`, with status 400, 404, or 412 if it has changed since that version. */
export function changeOneOf(
  http: Http,
  path: SeveralPath,
  name: string,
  settings: object,
  version: string | undefined,
): Promise<Versioned<Listed>> {
  return fetchVersioned(http, named(path, name), { method: 'PUT', body: settings, ...basedOn(version) });
}

/** Throws `HttpFailure`. */
export async function removeOneOf(http: Http, path: SeveralPath, name: string): Promise<void> {
  await http.json(named(path, name), { method: 'DELETE' });
}

/** Throws `HttpFailure` when the settings are invalid. */
export function testOneOf(http: Http, path: SeveralPath, settings: object): Promise<ProviderTest> {
  return http.json(`${V1}${path}/test`, { method: 'POST', body: settings, timeout: 60_000 });
}

/** The filters of the audit log, as they are in the URL. Dates are days in the local time zone. */
export const AUDIT_FILTERS = ['user', 'by', 'event', 'outcome', 'address', 'text', 'from', 'to'] as const;
export type AuditFilter = Readonly<Partial<Record<(typeof AUDIT_FILTERS)[number], string>>>;

/** Newest first; `before` is `next` of the previous page. Throws `HttpFailure`. */
export function fetchAudit(
  http: Http,
  filter: AuditFilter,
  before?: string,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const query = { ...queryOf(filter), before, limit: 100 };
  return http.json(`${V1}/audit`, { query, ...(signal ? { signal } : {}) });
}

/** Returns the download URL of all matching records. */
export function auditExport(filter: AuditFilter, format: 'csv' | 'json'): string {
  return `${V1}/audit/export?${new URLSearchParams({ ...queryOf(filter), format })}`;
}

/**
 * Recomputes the hashes of records for a few seconds, after `next` of the previous part. Throws
 * `HttpFailure`.
 */
export function verifyAudit(http: Http, after: number): Promise<AuditVerification> {
  return http.json(`${V1}/audit/verify`, {
    method: 'POST',
    query: { after, seconds: 3 },
    timeout: 60_000,
  });
}

/** Includes the last day. */
function queryOf({ from, to, ...rest }: AuditFilter): Record<string, string> {
  const start = (day: string, after: number) => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + after);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  };
  const all = { ...rest, from: from && start(from, 0), to: to && start(to, 1) };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
