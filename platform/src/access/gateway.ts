import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http/errors.ts';
import { isGranted, isGrantedEverywhere } from './permissions.ts';
import { withinScopes } from './scopes.ts';

export type Action = 'read' | 'deploy' | 'delete' | 'annotate' | 'manage' | 'admin';

/** Who asks, as the request's credentials show. */
export interface Caller {
  kind: 'anonymous' | 'user';
  userName: string;
  /** Also where a token's scopes leave less: ask `authorise`, not this. */
  admin: boolean;
  via: 'session' | 'basic' | 'token' | 'none';
  groups: string[];
  /** Of a token: it may do what its user may, and of that only this. */
  scopes?: string[];
  /** Of a token that ends: when. */
  until?: Date;
}

export type Target = { repo: string; path?: string } | 'system';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Whoever shows no credentials; with anonymous access one of the readers. */
export function anonymous(anonymousAccess: boolean): Caller {
  const groups = anonymousAccess ? ['readers'] : [];
  return { kind: 'anonymous', userName: 'anonymous', admin: false, via: 'none', groups };
}

/** Set before any route runs. */
export function callerOf(request: FastifyRequest): Caller {
  return request.caller;
}

/** What is published there runs in every user's console. */
const administratorsOnly = 'plugins-local';

async function isAllowed(caller: Caller, action: Action, target: Target): Promise<boolean> {
  const repo = target === 'system' ? undefined : target.repo;
  if (!withinScopes(caller, action, repo)) return false;
  if (caller.admin) return true;
  if (target === 'system') return false;
  if (target.repo === administratorsOnly && action !== 'read') return false;
  return isGranted(caller, action, target.repo, target.path);
}

/**
 * The one place where it is decided, deny by default: administrators everything, others what a permission grants them. A
 * token does only what its scopes say. Throws `HttpError` 401 for anonymous, 403 for a user.
 */
export async function authorise(caller: Caller, action: Action, target: Target): Promise<void> {
  if (await isAllowed(caller, action, target)) return;
  const where = target === 'system' ? 'the system' : `repository ${target.repo}`;
  if (caller.kind === 'anonymous') {
    throw new HttpError(401, 'UNAUTHORIZED', `Sign in first: ${action} on ${where} is not open to everyone`);
  }
  const who = caller.via === 'token' ? `This token of user ${caller.userName}` : `User ${caller.userName}`;
  throw new HttpError(403, 'FORBIDDEN', `${who} has no ${action} permission on ${where}`);
}

/** The same question without a throw, for what a list or a screen shows. */
export function allows(caller: Caller, action: Action, target: Target): Promise<boolean> {
  return isAllowed(caller, action, target);
}

/** Whether the caller may do it to every path of the repository: then a list need not ask for each. */
export async function allowsEverywhere(
  caller: Caller,
  action: Exclude<Action, 'admin'>,
  repo: string,
): Promise<boolean> {
  if (!(await isAllowed(caller, action, { repo }))) return false;
  return caller.admin || isGrantedEverywhere(caller, action, repo);
}

/** For what any signed-in user may do for himself; throws `HttpError` 401 for anonymous. */
export function requireUser(caller: Caller): void {
  if (caller.kind === 'anonymous') throw new HttpError(401, 'UNAUTHORIZED', 'Sign in first');
}

/** For what everyone sees who may use the console at all; throws `HttpError` 401 for anonymous where that is off. */
export function requireConsoleAccess(caller: Caller, anonymousAccess: boolean): void {
  if (!anonymousAccess) requireUser(caller);
}
