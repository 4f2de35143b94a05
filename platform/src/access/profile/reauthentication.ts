import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { readBasic } from '../basicCredentials.ts';
import { callerOf } from '../gateway.ts';
import { placedOrigin } from '../knownPlaces.ts';
import { userByPassword } from '../signIn.ts';
import { normalName } from '../users.ts';
import { isFresh, isUnlocked, type OwnSession, ownSession } from './ownSession.ts';

/**
 * For what is too secret to be left to a session alone: the caller shows his password in `X-JFrog-Reauthentication: Basic …`, or has
 * unlocked his profile in this session less than 5 minutes ago. Throws `HttpError` 403, or 429.
 */
export async function requireReauthentication(request: FastifyRequest): Promise<void> {
  const { userName } = callerOf(request);
  const header = request.headers['x-jfrog-reauthentication'];
  const [, basic] = typeof header === 'string' ? (/^Basic\s+(\S+)$/i.exec(header) ?? []) : [];
  const shown = basic === undefined ? undefined : readBasic(basic);
  // Who has no password here sends an empty one.
  if (shown && shown.password !== '') {
    if (normalName(shown.name) !== userName) throw failed();
    return checkPassword(request, shown.password);
  }
  if (header !== undefined && !shown) {
    throw new HttpError(
      400,
      'BAD_REAUTHENTICATION',
      'Invalid X-JFrog-Reauthentication header. Expected Basic with the Base64 encoding of name:password.',
    );
  }
  if (isUnlocked(await ownSession(request))) return;
  throw new HttpError(
    403,
    'REAUTHENTICATION_REQUIRED',
    'Enter your password again: unlock the profile, or send the X-JFrog-Reauthentication header.',
  );
}

/**
 * For changes that decide who gets in, as a `preHandler`; a call that only tries settings changes nothing. A session whose sign-in is
 * long past signs in again, since somebody else may sit there by now. Who shows a password or a token with the call itself has just
 * done so. Throws `HttpError` 403.
 */
export async function freshForChanges(request: FastifyRequest): Promise<void> {
  const { method, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD') return;
  // By the route, not by the address: what is changed may be called so, and a query may say so.
  if (method === 'POST' && routeOptions.url?.endsWith('/test')) return;
  return requireFreshSession(request);
}

export async function requireFreshSession(request: FastifyRequest): Promise<void> {
  if (callerOf(request).via !== 'session') return;
  const session = await ownSession(request);
  if (session && (isFresh(session) || isUnlocked(session))) return;
  throw signInAgain();
}

/** Of somebody who has no password here: he signs in again where he has one. */
export function requireUnlocked(session: OwnSession): void {
  if (!isUnlocked(session)) throw signInAgain();
}

function signInAgain(): HttpError {
  return new HttpError(
    403,
    'SIGN_IN_AGAIN',
    'This change affects access to the server. Sign in again to confirm your identity.',
  );
}

/** Throws `HttpError` 403, not the 401 of a session that has ended; 429 as a sign-in does. */
export async function checkPassword(request: FastifyRequest, password: string): Promise<void> {
  const { userName } = callerOf(request);
  try {
    // Whoever is asked again has shown the second factor when signing in.
    await userByPassword(userName, password, await placedOrigin(request, userName), 'was shown');
  } catch (error) {
    throw error instanceof HttpError && error.status === 401 ? failed() : error;
  }
}

function failed(): HttpError {
  return new HttpError(403, 'REAUTHENTICATION_FAILED', 'The password is incorrect');
}
