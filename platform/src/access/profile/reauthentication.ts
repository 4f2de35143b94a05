import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { readBasic } from '../basicCredentials.ts';
import { callerOf } from '../gateway.ts';
import { placedOrigin } from '../knownPlaces.ts';
import { userByPassword } from '../signIn.ts';
import { normalName } from '../users.ts';
import { isFresh, isUnlocked, type OwnSession, ownSession } from './ownSession.ts';

/**
 * Requires more than a session, for secrets: the password in `X-JFrog-Reauthentication: Basic …`,
 * or a profile that was unlocked in this session less than 5 minutes ago. Throws `HttpError` 403,
 * or 429.
 */
export async function requireReauthentication(request: FastifyRequest): Promise<void> {
  const { userName } = callerOf(request);
  const header = request.headers['x-jfrog-reauthentication'];
  const [, basic] = typeof header === 'string' ? (/^Basic\s+(\S+)$/i.exec(header) ?? []) : [];
  const shown = basic === undefined ? undefined : readBasic(basic);
  // Users without a local password send an empty one.
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
 * Requires a recent sign-in for changes that affect access, as a `preHandler`. Calls that only test
 * settings are exempt. In an older session, the user must sign in again, because someone else may
 * now use the browser. Calls with a password or a token are already authenticated. Throws
 * `HttpError` 403.
 */
export async function freshForChanges(request: FastifyRequest): Promise<void> {
  const { method, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD') return;
  // Compares the route and not the URL, because a name or a query may end the same way.
  if (method === 'POST' && routeOptions.url?.endsWith('/test')) return;
  return requireFreshSession(request);
}

export async function requireFreshSession(request: FastifyRequest): Promise<void> {
  if (callerOf(request).via !== 'session') return;
  const session = await ownSession(request);
  if (session && (isFresh(session) || isUnlocked(session))) return;
  throw signInAgain();
}

/** Applies to users without a local password. They must sign in again with their provider. */
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

/**
 * Throws `HttpError` 403, because 401 would mean that the session has ended, and 429 like a
 * sign-in.
 */
export async function checkPassword(request: FastifyRequest, password: string): Promise<void> {
  const { userName } = callerOf(request);
  try {
    // MFA was already part of the sign-in.
    await userByPassword(userName, password, await placedOrigin(request, userName), 'was shown');
  } catch (error) {
    throw error instanceof HttpError && error.status === 401 ? failed() : error;
  }
}

function failed(): HttpError {
  return new HttpError(403, 'REAUTHENTICATION_FAILED', 'The password is incorrect');
}
