import { HttpError } from '../errors/HttpError.ts';
import { type Caller, describeCaller } from './Caller.ts';
import { requireUser } from './gateway.ts';
import { isBundleGranted, isBundleGrantedAnywhere } from './permissions/permissions.ts';
import { isUnlimited } from './tokens/scopes.ts';

/** `deploy` includes creating and promoting. */
export type BundleAction = 'read' | 'deploy' | 'delete';

const verbs: Readonly<Record<BundleAction, string>> = { read: 'READ', deploy: 'WRITE', delete: 'DELETE' };

/**
 * Whether the caller has permission for the action on release bundles with that name. Denied by
 * default: administrators have all permissions, others those of release bundle permissions. A token
 * with a scope limited to repositories has none.
 */
export async function allowsBundle(caller: Caller, action: BundleAction, name: string): Promise<boolean> {
  if (caller.kind === 'anonymous' || !isUnlimited(caller.scopes)) return false;
  return caller.admin || isBundleGranted(caller, action, name);
}

/**
 * Throws `HttpError` 401 for anonymous users and 403 for others, regardless of whether such bundles
 * exist.
 */
export async function authorizeBundle(caller: Caller, action: BundleAction, name: string): Promise<void> {
  if (await allowsBundle(caller, action, name)) return;
  requireUser(caller);
  throw denied(caller, action, `release bundles named ${name}`);
}

/** Rejects callers without permission on any bundle, before the bundle is known. */
export async function authorizeSomeBundle(caller: Caller, action: BundleAction): Promise<void> {
  if (await allowsSomeBundle(caller, action)) return;
  requireUser(caller);
  throw denied(caller, action, 'release bundles');
}

export async function allowsSomeBundle(caller: Caller, action: BundleAction): Promise<boolean> {
  if (caller.kind === 'anonymous' || !isUnlimited(caller.scopes)) return false;
  return caller.admin || isBundleGrantedAnywhere(caller, action);
}

function denied(caller: Caller, action: BundleAction, what: string): HttpError {
  return new HttpError(
    403,
    'FORBIDDEN',
    `${describeCaller(caller)} has no ${verbs[action]} permission on ${what}. Ask an administrator for a permission with the resource release_bundle`,
  );
}
