import { HttpError } from '../../errors/HttpError.ts';
import type { Action, Caller } from '../Caller.ts';

/** All permissions of the user, and no others. */
export const userScope = 'applied-permissions/user';
const adminScope = 'applied-permissions/admin';
/** OpenID Connect: who the user is, their name, and their email address. They allow no action. */
export const identityScopes: readonly string[] = ['openid', 'profile', 'email'];

/** Key or `*`, the path that it is limited to, and actions. */
const repositoryScope = /^repository:([A-Za-z0-9._*-]+)(?:\/([\w@.~+/-]+))?:([a-z]+(?:,[a-z]+)*)$/;
const actions: readonly string[] = ['read', 'deploy', 'delete', 'annotate', 'manage'] satisfies Action[];

/**
 * Splits a space-separated scope into single scopes: `applied-permissions/user`,
 * `applied-permissions/admin`, or any number of `repository:{key, or * for
 * all}:{read,deploy,delete,annotate,manage}`. `{key}/{path}` limits it to a path, such as that of a
 * package, and everything below it. The scopes of OpenID Connect can be added. Throws `HttpError`
 * 400.
 */
export function readScope(text: string): string[] {
  const scopes = text.split(/\s+/).filter((part) => part !== '');
  const wrong = scopes.find((scope) => !isScope(scope));
  if (scopes.length > 0 && wrong === undefined) return scopes;
  throw new HttpError(
    400,
    'BAD_SCOPE',
    `Invalid scope "${wrong ?? text}". Expected ${userScope}, ${adminScope}, or repository:{key or *}:{${actions.join(',')}}.`,
  );
}

function isScope(scope: string): boolean {
  if (scope === userScope || scope === adminScope || identityScopes.includes(scope)) return true;
  const [, , , list] = repositoryScope.exec(scope) ?? [];
  return list?.split(',').every((action) => actions.includes(action)) ?? false;
}

export function needsAdministrator(scopes: readonly string[]): boolean {
  return scopes.includes(adminScope);
}

/** Whether the scopes include all permissions of the user. */
export function isUnlimited(scopes: readonly string[] | undefined): boolean {
  return scopes === undefined || scopes.includes(userScope) || scopes.includes(adminScope);
}

/**
 * Whether a token's scopes allow the action. Actions outside of repositories require a token with
 * full access. A scope that is limited to a path allows nothing in the repository as a whole.
 */
export function withinScopes(
  { scopes }: Caller,
  action: Action,
  repo: string | undefined,
  path?: string,
): boolean {
  if (scopes === undefined || isUnlimited(scopes)) return true;
  return scopes.some((scope) => {
    const [, key, limit, list] = repositoryScope.exec(scope) ?? [];
    if (repo === undefined || (key !== '*' && key !== repo) || !list?.split(',').includes(action))
      return false;
    return limit === undefined || path === limit || (path?.startsWith(`${limit}/`) ?? false);
  });
}
