import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { readBasic } from '../basicCredentials.ts';
import { callerOf } from '../gateway.ts';
import { userByPassword } from '../signIn.ts';
import { normalName } from '../users.ts';
import { isUnlocked, ownSession } from './ownSession.ts';

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
    return checkPassword(userName, shown.password, request.ip);
  }
  if (header !== undefined && !shown) {
    throw new HttpError(
      400,
      'BAD_REAUTHENTICATION',
      'X-JFrog-Reauthentication must be Basic with the base64 form of name:password',
    );
  }
  if (isUnlocked(await ownSession(request))) return;
  throw new HttpError(
    403,
    'REAUTHENTICATION_REQUIRED',
    'Show your password again: in the header X-JFrog-Reauthentication, or by unlocking the profile',
  );
}

/** Throws `HttpError` 403, not the 401 of a session that has ended; 429 as a sign-in does. */
export async function checkPassword(userName: string, password: string, address: string): Promise<void> {
  try {
    // Whoever is asked again has shown the second factor when signing in.
    await userByPassword(userName, password, address, 'was shown');
  } catch (error) {
    throw error instanceof HttpError && error.status === 401 ? failed() : error;
  }
}

function failed(): HttpError {
  return new HttpError(403, 'REAUTHENTICATION_FAILED', 'The password is wrong');
}
