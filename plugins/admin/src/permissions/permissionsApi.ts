import type { Http } from '@lading/contract';
import type {
  DraftEffects,
  PatternMatches,
  PatternQuery,
  Permission,
  PermissionSummary,
} from '@lading/contract/rest';

const CALL = '/access/api/v2/permissions';
const one = (name: string) => `${CALL}/${encodeURIComponent(name)}`;

/** By name. Throws `HttpFailure`, as all of these do. */
export async function fetchPermissions(http: Http, signal?: AbortSignal): Promise<PermissionSummary[]> {
  const { permissions } = await http.json<{ permissions: PermissionSummary[] }>(
    CALL,
    signal ? { signal } : {},
  );
  return permissions;
}

export function fetchPermission(http: Http, name: string, signal: AbortSignal): Promise<Permission> {
  return http.json<Permission>(one(name), { signal });
}

/** 409 for a name that is taken. */
export function createPermission(http: Http, permission: Permission): Promise<Permission> {
  return http.json<Permission>(CALL, { method: 'POST', body: permission });
}

export function changePermission(http: Http, { name, resources }: Permission): Promise<Permission> {
  return http.json<Permission>(one(name), { method: 'PUT', body: { resources } });
}

/** What the permission would change, without saving it. `cursor`: of the previous page. */
export function fetchEffects(http: Http, permission: Permission, cursor?: string): Promise<DraftEffects> {
  const body = { ...permission, ...(cursor === undefined ? {} : { cursor }) };
  return http.json<DraftEffects>('/access/api/v1/effective/draft', { method: 'POST', body });
}

/** 400 for an invalid pattern. */
export function fetchMatches(http: Http, query: PatternQuery, signal: AbortSignal): Promise<PatternMatches> {
  return http.json<PatternMatches>('/access/api/v1/effective/matches', {
    method: 'POST',
    body: query,
    signal,
  });
}

export function deletePermission(http: Http, name: string): Promise<void> {
  return http.json<void>(one(name), { method: 'DELETE' });
}
