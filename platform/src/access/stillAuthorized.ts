import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { callerOfUser, identify } from './authentication.ts';
import type { Caller } from './Caller.ts';
import { readSessionCookie } from './sessionCookie.ts';
import { watchingUser } from './sessions.ts';

/**
 * Authenticates the credentials of a request again and checks the access rule of its route, for
 * responses that last longer than a session or a permission. Does not extend the session.
 */
export async function isStillAuthorized(request: FastifyRequest): Promise<boolean> {
  try {
    const caller = await currentCaller(request);
    if (!caller) return false;
    request.caller = caller;
    await request.routeOptions.config.access?.check?.(request);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

async function currentCaller(request: FastifyRequest): Promise<Caller | undefined> {
  const { authorization, 'x-jfrog-art-api': apiKey } = request.headers;
  if (authorization !== undefined || apiKey !== undefined) return identify(request);
  const session = readSessionCookie(request);
  const user = session === undefined ? undefined : await watchingUser(session);
  return user && callerOfUser(user, 'session');
}
