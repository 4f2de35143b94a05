import { HttpError } from '../errors/HttpError.ts';
import type { Caller } from './Caller.ts';
import { requireUser } from './gateway.ts';
import { isBuildGranted, isBuildGrantedAnywhere } from './permissions.ts';
import { isUnlimited } from './scopes.ts';

export type BuildAction = 'read' | 'deploy' | 'delete';

/**
 * Whether the caller may do it to the builds of that name, deny by default: administrators everything, others what a permission of builds
 * grants them. A token whose scopes name repositories has nothing to do with builds.
 */
export async function allowsBuild(caller: Caller, action: BuildAction, name: string): Promise<boolean> {
  if (!isUnlimited(caller.scopes)) return false;
  return caller.admin || isBuildGranted(caller, action, name);
}

/** Throws `HttpError` 401 for anonymous, 403 for a user; the same whether there are such builds or not. */
export async function authoriseBuild(caller: Caller, action: BuildAction, name: string): Promise<void> {
  if (await allowsBuild(caller, action, name)) return;
  requireUser(caller);
  const who = caller.via === 'token' ? `This token of user ${caller.userName}` : `User ${caller.userName}`;
  throw new HttpError(403, 'FORBIDDEN', `${who} has no ${action} permission on builds named ${name}`);
}

/** The same before it is known which build it is about: for who may do it to none. */
export async function authoriseSomeBuild(caller: Caller, action: BuildAction): Promise<void> {
  const unlimited = isUnlimited(caller.scopes);
  if (unlimited && (caller.admin || (await isBuildGrantedAnywhere(caller, action)))) return;
  requireUser(caller);
  const who = caller.via === 'token' ? `This token of user ${caller.userName}` : `User ${caller.userName}`;
  throw new HttpError(403, 'FORBIDDEN', `${who} has no ${action} permission on builds`);
}

/** For a list of what the caller may see: who is signed in sees an empty one, who is not is told to. Throws `HttpError` 401. */
export async function authoriseBuildList(caller: Caller): Promise<void> {
  if (caller.kind === 'anonymous') await authoriseSomeBuild(caller, 'read');
}
