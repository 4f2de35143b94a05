import type { UserData } from '@lading/contract/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { callerOfUser } from '../authentication.ts';
import { currentUser } from '../currentUser.ts';
import { finishSignIn } from '../finishSignIn.ts';
import type { User } from '../User.ts';
import { recordFailure } from './failures.ts';
import { SsoError } from './SsoError.ts';
import { shownAt } from './ssoSessions.ts';

const statuses: Partial<Record<SsoError['code'], number>> = {
  SSO_OFF: 404,
  SSO_UNREACHABLE: 502,
  SSO_REFUSED: 401,
};

/** Error codes of `signInSilently`. */
export const silentSignInErrors = {
  401: ['SSO_REFUSED'],
  403: ['CROSS_SITE', 'SSO_INVALID', 'SSO_NO_USER', 'SSO_DISABLED', 'SSO_OTHER_REALM'],
  404: ['SSO_OFF'],
  502: ['SSO_UNREACHABLE'],
};

/**
 * Signs in with a method that needs no page of a provider, because the request itself authenticates
 * the user. Throws `HttpError` with the code of the `SsoError`.
 */
export async function signInSilently(
  request: FastifyRequest,
  reply: FastifyReply,
  how: string,
  identify: () => Promise<User>,
): Promise<UserData> {
  rejectOtherPages(request);
  try {
    const user = await identify();
    const sso = { by: 'other', shown: canConfirm(user) ? 0 : shownAt(undefined) } as const;
    await finishSignIn(request, reply, user.name, { remembered: false, how, sso });
    return await currentUser(callerOfUser(user, 'session'), request.server.settings, { user });
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    await recordFailure(request, 'sign-in', error, `${how}: ${error.message}`);
    throw new HttpError(statuses[error.code] ?? 403, error.code, error.message);
  }
}

/**
 * Whether the user has another method to authenticate interactively. This method works without
 * interaction, so anyone at the browser could use it. Users with a password or a provider must
 * confirm access-relevant changes with it. Others have no way to confirm.
 */
function canConfirm({ realm, passwordHash }: User): boolean {
  return passwordHash !== null || !['internal', 'http', 'crowd'].includes(realm);
}

/**
 * Rejects cross-site requests. Links, images, and forms of other sites can request any URL,
 * possibly as a user who is not the intended one, but cannot send custom headers.
 */
function rejectOtherPages({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site = 'same-origin', 'x-requested-with': by } = headers;
  if (by !== undefined && site === 'same-origin') return;
  throw new HttpError(
    403,
    'CROSS_SITE',
    'Single sign-on requests must come from a page of this console with the header X-Requested-With',
  );
}
