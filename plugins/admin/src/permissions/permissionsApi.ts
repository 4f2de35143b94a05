import type { Http } from '@lading/contract';
import type { Permission, PermissionSummary } from '@lading/contract/rest';

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

export function deletePermission(http: Http, name: string): Promise<void> {
  return http.json<void>(one(name), { method: 'DELETE' });
}
