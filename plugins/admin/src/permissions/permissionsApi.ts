import type { Http } from '@lading/contract';
import type {
  DraftEffects,
  PatternMatches,
  PatternQuery,
  Permission,
  PermissionPage,
  PermissionSummary,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/access/api/v2/permissions';
const one = (name: string) => `${CALL}/${encodeURIComponent(name)}`;

/** A page of the list, by name. Throws `HttpFailure`, as all of these do. */
export function fetchPermissionPage(http: Http): FetchListPage<PermissionSummary> {
  return async ({ search }, cursor, signal) => {
    const query = {
      ...(search === '' ? {} : { search }),
      ...(cursor === undefined ? {} : { cursor }),
      limit: 100,
    };
    const page = await http.json<PermissionPage>(CALL, { query, signal });
    return { rows: page.permissions, next: page.cursor };
  };
}

/** Counts the permissions of a user or group. */
export async function countPermissions(http: Http, kind: 'users' | 'groups', name: string): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const query = { search: name, limit: 1000, ...(cursor === undefined ? {} : { cursor }) };
    const page = await http.json<PermissionPage>(CALL, { query });
    count += page.permissions.filter((permission) => permission[kind].includes(name)).length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return count;
}

export function fetchPermission(
  http: Http,
  name: string,
  signal: AbortSignal,
): Promise<Versioned<Permission>> {
  return fetchVersioned<Permission>(http, one(name), { signal });
}

/** Fails with 409 if the name is taken. */
export function createPermission(http: Http, permission: Permission): Promise<Permission> {
  return http.json<Permission>(CALL, { method: 'POST', body: permission });
}

/** Fails with 412 if the permission has changed since that version. */
export function changePermission(
  http: Http,
  { name, resources }: Permission,
  version: string | undefined,
): Promise<Permission> {
  return http.json<Permission>(one(name), { method: 'PUT', body: { resources }, ...basedOn(version) });
}

/** Previews the effects of the permission without saving it. `cursor`: of the previous page. */
export function fetchEffects(http: Http, permission: Permission, cursor?: string): Promise<DraftEffects> {
  const body = { ...permission, ...(cursor === undefined ? {} : { cursor }) };
  return http.json<DraftEffects>('/access/api/v1/effective/draft', { method: 'POST', body });
}

/** Fails with 400 for an invalid pattern. */
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

/** Grants a request for access that the created permission answers. Throws `HttpFailure`. */
export function grantRequest(http: Http, id: string): Promise<void> {
  return http.json<void>(`/ui/api/v1/ui/access_requests/${encodeURIComponent(id)}/grant`, {
    ...{ method: 'POST', body: {} },
  });
}
