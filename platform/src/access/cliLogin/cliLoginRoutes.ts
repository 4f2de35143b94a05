import type { ClientLogin, ClientLoginRequest, ClientLoginResponse } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { audit } from '../audit/audit.ts';
import { recordToken } from '../audit/record.ts';
import { callerOf, requireUser } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { requireFreshSession } from '../profile/reauthentication.ts';
import { countUse, networkOf } from '../useLimits.ts';
import {
  confirmClientLogin,
  fetchClientToken,
  findClientLogin,
  noSuchLogin,
  startClientLogin,
  waitsFor,
} from './clientLogins.ts';

const session = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
});
const bySession = Type.Object({ session });
const confirmation = Type.Object({ session, code: Type.String({ minLength: 1, maxLength: 36 }) });

/** Of one network: sign-ins that are begun, and questions for what is not there. */
const startsFromOne = { most: 30, within: waitsFor };
const missesFromOne = { most: 60, within: waitsFor };

/** How clients of the command line sign in, under `/access/api/v2/authentication/jfrog_client_login`. */
export async function cliLoginRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: ClientLoginRequest }>(
    '/request',
    { schema: { body: bySession }, config: { open: true } },
    async (request) => {
      await limit('client-login', request, startsFromOne);
      await startClientLogin(request.body.session, originOf(request));
      await audit(originOf(request), { event: 'client-login-asked' });
      return {};
    },
  );

  app.post<{ Body: { session: string } }>(
    '/describe',
    { schema: { body: bySession } },
    async (request): Promise<ClientLogin> => {
      await requireSession(request);
      return missing(request, () => findClientLogin(request.body.session));
    },
  );

  app.post<{ Body: ClientLoginResponse }>(
    '/response',
    { schema: { body: confirmation } },
    async (request) => {
      const user = await requireSession(request);
      const { session: wanted, code } = request.body;
      try {
        const { client, address } = await missing(request, () => confirmClientLogin(wanted, code, user));
        const detail = `${client}, from ${address}`;
        await audit(originOf(request), { event: 'client-login-confirmed', user, detail });
        return {};
      } catch (error) {
        if (error instanceof HttpError)
          await audit(originOf(request), {
            event: 'client-login-confirmed',
            outcome: 'failure',
            user,
            detail: error.code,
          });
        throw error;
      }
    },
  );

  app.get<{ Params: Static<typeof bySession> }>(
    '/token/:session',
    { schema: { params: bySession }, config: { open: true } },
    async (request) => {
      const found = await fetchClientToken(request.params.session);
      if (found === 'pending')
        throw new HttpError(400, 'PENDING', 'This sign-in is not confirmed yet. Confirm it in the console.');
      if (!found) return missing(request, () => Promise.reject(noSuchLogin()));
      const { accessToken, refreshToken, expiresIn, scope, id } = found.token;
      await audit(originOf(request), { event: 'client-login-fetched', user: found.userName });
      await recordToken(request, found.userName, found.token, 'CLI sign-in');
      return {
        token_id: id,
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: 'Bearer',
        expires_in: expiresIn,
        scope,
      };
    },
  );
}

/**
 * Who lets a client in is a person at the console, not a program, and has signed in lately: the client may do all that he may, and goes
 * on without the console. Asked already when the client is described, so that nobody types its code in vain.
 */
async function requireSession(request: FastifyRequest): Promise<string> {
  const caller = callerOf(request);
  requireUser(caller);
  if (caller.via === 'session') {
    await requireFreshSession(request);
    return caller.userName;
  }
  throw new HttpError(
    403,
    'NO_SESSION',
    'Only a user signed in to the console can confirm a CLI sign-in. Tokens are not accepted.',
  );
}

/** Whoever asks for many that are not there is looking for one of somebody else's. */
async function missing<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.status === 404)
      await limit('client-login-miss', request, missesFromOne);
    throw error;
  }
}

async function limit(what: string, request: FastifyRequest, allowed: typeof startsFromOne): Promise<void> {
  if (await countUse(what, networkOf(request.ip), allowed)) return;
  throw new HttpError(
    429,
    'TOO_MANY_LOGINS',
    `Too many CLI sign-ins from this address. Try again in ${waitsFor} s.`,
    undefined,
    {
      'retry-after': String(waitsFor),
    },
  );
}
