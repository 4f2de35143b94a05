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

/** The codes of `signInAtOnce`. */
export const atOnceErrors = {
  401: ['SSO_REFUSED'],
  403: ['CROSS_SITE', 'SSO_INVALID', 'SSO_NO_USER', 'SSO_DISABLED', 'SSO_OTHER_REALM'],
  404: ['SSO_OFF'],
  502: ['SSO_UNREACHABLE'],
};

/** A way in that needs no page of a provider: the request itself shows who asks. Throws `HttpError` with the code of the `SsoError`. */
export async function signInAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  how: string,
  identify: () => Promise<User>,
): Promise<UserData> {
  refuseOtherPages(request);
  try {
    const user = await identify();
    const sso = { by: 'other', shown: showsMore(user) ? 0 : shownAt(undefined) } as const;
    await finishSignIn(request, reply, user.name, { remembered: false, how, sso });
    return await currentUser(callerOfUser(user, 'session'), request.server.settings, { user });
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    await recordFailure(request, 'sign-in', error, `${how}: ${error.message}`);
    throw new HttpError(statuses[error.code] ?? 403, error.code, error.message);
  }
}

/**
 * Nobody was asked anything: whoever sits at the browser comes in. Who has a password or a provider besides confirms by it what decides
 * who gets in; nobody else could.
 */
function showsMore({ realm, passwordHash }: User): boolean {
  return passwordHash !== null || !['internal', 'http', 'crowd'].includes(realm);
}

/**
 * A link, a picture or a form of another site makes a browser ask for any address, as somebody whom he may not mean to be: none of them
 * sends a header of its own.
 */
function refuseOtherPages({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site = 'same-origin', 'x-requested-with': by } = headers;
  if (by !== undefined && site === 'same-origin') return;
  throw new HttpError(
    403,
    'CROSS_SITE',
    'Single sign-on requests must come from a page of this console with the header X-Requested-With',
  );
}
