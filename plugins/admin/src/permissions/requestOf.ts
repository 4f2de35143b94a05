import type { PermissionAction } from '@lading/contract/rest';
import { type Grant, NEW_PERMISSION, type PermissionValues } from './permissionValues.ts';

const ACTIONS: Readonly<Record<string, readonly PermissionAction[]>> = {
  read: ['READ'],
  deploy: ['READ', 'WRITE'],
  delete: ['READ', 'DELETE'],
  annotate: ['READ', 'ANNOTATE'],
};

/** Values of a new permission for the request for access in the URL; they can be changed. */
export function requestOf(
  query: URLSearchParams,
): { readonly id: string; readonly values: PermissionValues } | undefined {
  const [id, user, repository] = ['request', 'user', 'repository'].map((key) => query.get(key) ?? '');
  const actions = ACTIONS[query.get('action') ?? ''];
  if (!id || !user || !repository || !actions) return undefined;
  const path = query.get('path') ?? '';
  const users: readonly Grant[] = [{ name: user, actions }];
  const include = path === '' ? [] : [path, `${path}/**`];
  const targets = [{ repository, include, exclude: [] }];
  return { id, values: { ...NEW_PERMISSION, name: `${user} ${repository}`, targets, users } };
}
