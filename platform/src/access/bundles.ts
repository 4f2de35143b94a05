import { HttpError } from '../errors/HttpError.ts';
import type { Caller } from './Caller.ts';
import { requireUser } from './gateway.ts';
import { isBundleGranted, isBundleGrantedAnywhere } from './permissions.ts';
import { isUnlimited } from './scopes.ts';

/** Creating and promoting are `deploy`. */
export type BundleAction = 'read' | 'deploy' | 'delete';

const verbs: Readonly<Record<BundleAction, string>> = { read: 'READ', deploy: 'WRITE', delete: 'DELETE' };

/**
 * Whether the caller may do it to the release bundles of that name, deny by default: administrators everything, others what a permission
 * of release bundles grants them. A token whose scopes name repositories has nothing to do with bundles.
 */
export async function allowsBundle(caller: Caller, action: BundleAction, name: string): Promise<boolean> {
  if (caller.kind === 'anonymous' || !isUnlimited(caller.scopes)) return false;
  return caller.admin || isBundleGranted(caller, action, name);
}

/** Throws `HttpError` 401 for anonymous, 403 for a user; the same whether there are such bundles or not. */
export async function authoriseBundle(caller: Caller, action: BundleAction, name: string): Promise<void> {
  if (await allowsBundle(caller, action, name)) return;
  requireUser(caller);
  throw denied(caller, action, `release bundles named ${name}`);
}

/** The same before it is known which bundle it is about: for callers who may do it to none. */
export async function authoriseSomeBundle(caller: Caller, action: BundleAction): Promise<void> {
  if (await allowsSomeBundle(caller, action)) return;
  requireUser(caller);
  throw denied(caller, action, 'release bundles');
}

export async function allowsSomeBundle(caller: Caller, action: BundleAction): Promise<boolean> {
  if (caller.kind === 'anonymous' || !isUnlimited(caller.scopes)) return false;
  return caller.admin || isBundleGrantedAnywhere(caller, action);
}

function denied(caller: Caller, action: BundleAction, what: string): HttpError {
  const who = caller.via === 'token' ? `This token of user ${caller.userName}` : `User ${caller.userName}`;
  return new HttpError(
    403,
    'FORBIDDEN',
    `${who} has no ${verbs[action]} permission on ${what}. Ask an administrator for a permission with the resource release_bundle`,
  );
}
