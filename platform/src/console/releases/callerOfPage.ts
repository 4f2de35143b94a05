import type { FastifyRequest } from 'fastify';
import { callerOfUser } from '../../access/authentication.ts';
import type { Caller } from '../../access/Caller.ts';
import { callerOf } from '../../access/gateway.ts';
import { readSessionCookie } from '../../access/sessionCookie.ts';
import { watchingUser } from '../../access/sessions.ts';

/**
 * Returns the caller of a request that an open page sends automatically, without renewing the
 * session.
 */
export async function callerOfPage(request: FastifyRequest): Promise<Caller> {
  const session = readSessionCookie(request);
  const user = session === undefined ? undefined : await watchingUser(session);
  return user ? callerOfUser(user, 'session') : callerOf(request);
}
