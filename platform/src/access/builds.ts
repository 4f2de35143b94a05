import { HttpError } from '../errors/HttpError.ts';
import { type Caller, describeCaller } from './Caller.ts';
import { requireUser } from './gateway.ts';
import { isBuildGranted, isBuildGrantedAnywhere } from './permissions/permissions.ts';
import { isUnlimited } from './tokens/scopes.ts';

export type BuildAction = 'read' | 'deploy' | 'delete';

/**
 * Whether the caller has permission on builds with that name. Denied by default: administrators
 * have all permissions, others those of build permissions. Tokens with repository scopes have none.
 */
export async function allowsBuild(caller: Caller, action: BuildAction, name: string): Promise<boolean> {
  if (!isUnlimited(caller.scopes)) return false;
  return caller.admin || isBuildGranted(caller, action, name);
}

/**
 * Throws `HttpError` 401 for anonymous users and 403 for others, regardless of whether such builds
 * exist.
 */
export async function authorizeBuild(caller: Caller, action: BuildAction, name: string): Promise<void> {
  if (await allowsBuild(caller, action, name)) return;
  requireUser(caller);
  throw new HttpError(
    403,
    'FORBIDDEN',
    `${describeCaller(caller)} has no ${action} permission on builds named ${name}`,
  );
}

/** Rejects callers without permission on any build, before the build is known. */
export async function authorizeSomeBuild(caller: Caller, action: BuildAction): Promise<void> {
  const unlimited = isUnlimited(caller.scopes);
  if (unlimited && (caller.admin || (await isBuildGrantedAnywhere(caller, action)))) return;
  requireUser(caller);
  throw new HttpError(403, 'FORBIDDEN', `${describeCaller(caller)} has no ${action} permission on builds`);
}

/**
 * Authorizes a list of readable builds. Signed-in users without permission get an empty list.
 * Throws `HttpError` 401 for anonymous users.
 */
export async function authorizeBuildList(caller: Caller): Promise<void> {
  if (caller.kind === 'anonymous') await authorizeSomeBuild(caller, 'read');
}
