import type { UserData } from '@lading/contract/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { audit } from '../audit/audit.ts';
import { callerOfUser } from '../authentication.ts';
import { currentUser } from '../currentUser.ts';
import { finishSignIn } from '../finishSignIn.ts';
import { originOf } from '../origin.ts';
import type { User } from '../users.ts';
import { SsoError } from './SsoError.ts';

const statuses: Partial<Record<SsoError['code'], number>> = {
  SSO_OFF: 404,
  SSO_UNREACHABLE: 502,
  SSO_REFUSED: 401,
};

/** A way in that needs no page of a provider: the request itself shows who asks. Throws `HttpError` with the code of the `SsoError`. */
export async function signInAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  how: string,
  identify: () => Promise<User>,
): Promise<UserData> {
  try {
    const user = await identify();
    await finishSignIn(request, reply, user.name, { remembered: false, how });
    return await currentUser(callerOfUser(user, 'session'), request.server.settings, { user });
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    if (error.code !== 'SSO_OFF') {
      await audit(originOf(request), {
        event: 'sign-in',
        outcome: 'failure',
        detail: `${how}: ${error.message}`,
      });
    }
    throw new HttpError(statuses[error.code] ?? 403, error.code, error.message);
  }
}
