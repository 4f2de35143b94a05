import {
  ClientLogin,
  ClientLoginRequest,
  ClientLoginResponse,
  IssuedTokenAnswer,
} from '@lading/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { emptyObject, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { everyone, signedInUsers } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { recordToken } from '../audit/record.ts';
import { callerOf, requireUser } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { requireFreshSession } from '../profile/reauthentication.ts';
import { countUse, networkOf } from '../rateLimits.ts';
import {
  clientLoginSeconds,
  confirmClientLogin,
  fetchClientToken,
  findClientLogin,
  noSuchLogin,
  startClientLogin,
} from './clientLogins.ts';

const tooMany = ['TOO_MANY_LOGINS'];
/** In addition to the errors of the rule for signed-in users. */
const inSession = { 403: ['NO_SESSION', 'REAUTHENTICATION_REQUIRED'], 404: ['NO_SUCH_LOGIN'], 429: tooMany };

/** Limits per network: started sign-ins, and requests for unknown ones. */
const startsFromOne = { most: 30, within: clientLoginSeconds };
const missesFromOne = { most: 60, within: clientLoginSeconds };

/**
 * Adds the sign-in routes for command-line clients, under
 * `/access/api/v2/authentication/jfrog_client_login`.
 */
export async function cliLoginRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.post(
    '/request',
    {
      schema: {
        summary: 'Begins the sign-in of a command-line client.',
        body: ClientLoginRequest,
        response: { 200: emptyObject },
      },
      config: { open: true, errors: { 429: tooMany } },
    },
    async (request) => {
      await limit('client-login', request, startsFromOne);
      await startClientLogin(request.body.session, originOf(request));
      await audit(originOf(request), { event: 'client-login-asked' });
      return {};
    },
  );

  api.get(
    '/token/:session',
    {
      schema: {
        summary: 'Returns the token of a confirmed sign-in, once.',
        params: ClientLoginRequest,
        response: { 200: IssuedTokenAnswer },
      },
      config: { open: true, errors: { 400: ['PENDING'], 404: ['NO_SUCH_LOGIN'], 429: tooMany } },
    },
    async (request): Promise<IssuedTokenAnswer> => {
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
  confirmationRoutes(api);
}

/** Adds the routes for the user who confirms the sign-in in the console. */
function confirmationRoutes(api: OwnApi): void {
  api.post(
    '/describe',
    {
      schema: {
        summary: 'Describes the command-line client that waits for a confirmation.',
        body: ClientLoginRequest,
        response: { 200: ClientLogin },
      },
      config: { access: signedInUsers, errors: inSession },
    },
    async (request) => {
      await requireSession(request);
      return missing(request, () => findClientLogin(request.body.session));
    },
  );

  api.post(
    '/response',
    {
      schema: {
        summary: 'Confirms the sign-in of a command-line client.',
        body: ClientLoginResponse,
        response: { 200: emptyObject },
      },
      config: { access: signedInUsers, errors: { ...inSession, 400: ['BAD_CODE'] } },
    },
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
}

/**
 * Requires a user at the console with a recent sign-in, because the client gets all permissions of
 * the user and works without the console. Also called when the client is described, so that users
 * don't enter a code in vain.
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

/** Counts requests for unknown sign-ins, to detect searches for sign-ins of other users. */
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
    `Too many CLI sign-ins from this address. Try again in ${clientLoginSeconds} s.`,
    undefined,
    {
      'retry-after': String(clientLoginSeconds),
    },
  );
}
