import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http/errors.ts';

export type Action = 'read' | 'deploy' | 'delete' | 'annotate' | 'manage' | 'admin';

/** Who asks, as the request's credentials show. */
export interface Caller {
  kind: 'anonymous' | 'user';
  userName: string;
  admin: boolean;
  via: 'session' | 'basic' | 'token' | 'none';
  groups: string[];
  /** Of a token: it may do what its user may, and of that only this. */
  scopes?: string[];
}

export type Target = { repo: string; path?: string } | 'system';

export const nobody: Caller = {
  kind: 'anonymous',
  userName: 'anonymous',
  admin: false,
  via: 'none',
  groups: [],
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Set before any route runs. */
export function callerOf(request: FastifyRequest): Caller {
  return request.caller;
}

/** The one place where it is decided; throws `HttpError` 401 for anonymous, 403 for a user. Deny by default. */
export async function authorise(caller: Caller, action: Action, target: Target): Promise<void> {
  if (caller.admin) return;
  if (caller.kind === 'user' && action === 'read' && target !== 'system') return;
  const what = target === 'system' ? 'the system' : `repository ${target.repo}`;
  if (caller.kind === 'anonymous') {
    throw new HttpError(401, 'UNAUTHORIZED', `Sign in first: ${action} on ${what} is not open to everyone`);
  }
  throw new HttpError(403, 'FORBIDDEN', `User ${caller.userName} has no ${action} permission on ${what}`);
}
