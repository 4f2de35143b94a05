import { UserApiKey } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { usersThemselves } from '../accessRules.ts';
import { record } from '../audit/record.ts';
import { allows, callerOf } from '../gateway.ts';
import { normalName } from '../users.ts';
import { makeApiKey, readApiKey, removeApiKey, renewApiKey } from './apiKeys.ts';
import { requireReauthentication } from './reauthentication.ts';

type ByUser = { Params: { user?: string } };
const byUser = Type.Object({ user: Type.Optional(Type.String()) });

/**
 * Adds the routes for the caller's own API key under `/ui/api/v1/ui/userApiKey[/{user}]`. The key
 * is not visible to others, including administrators.
 */
export async function apiKeyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Profile', access: usersThemselves });
  const { seal } = app;

  for (const path of ['/', '/:user']) {
    api.get(
      path,
      {
        schema: { summary: "Returns the caller's API key.", params: byUser, response: { 200: UserApiKey } },
        config: { errors: { 403: ['REAUTHENTICATION_REQUIRED', 'REAUTHENTICATION_FAILED'] } },
      },
      async (request) => {
        const userName = await requireOwner(request);
        return { userName, apiKey: await readApiKey(userName, seal) };
      },
    );

    api.post(
      path,
      {
        schema: { summary: 'Creates an API key.', params: byUser, response: { 201: UserApiKey } },
        config: {
          errors: { 403: ['REAUTHENTICATION_REQUIRED', 'REAUTHENTICATION_FAILED'], 409: ['API_KEY_EXISTS'] },
        },
      },
      async (request) => {
        const userName = await requireOwner(request);
        const apiKey = await makeApiKey(userName, seal);
        await record(request, 'api-key-changed', 'Created');
        return { userName, apiKey } satisfies UserApiKey;
      },
    );

    api.put(
      path,
      {
        schema: { summary: 'Replaces the API key.', params: byUser, response: { 200: UserApiKey } },
        config: {
          errors: {
            403: ['REAUTHENTICATION_REQUIRED', 'REAUTHENTICATION_FAILED'],
            404: ['API_KEY_NOT_FOUND'],
          },
        },
      },
      async (request) => {
        const userName = await requireOwner(request);
        const apiKey = await renewApiKey(userName, seal);
        await record(request, 'api-key-changed', 'Renewed. The previous key is no longer valid.');
        return { userName, apiKey };
      },
    );

    api.delete(
      path,
      {
        schema: {
          summary: 'Revokes the API key; administrators can revoke keys of other users.',
          params: byUser,
          response: { 204: noContent },
        },
        config: { errors: { 403: ['FORBIDDEN'], 404: ['API_KEY_NOT_FOUND'] } },
      },
      async (request) => {
        const userName = named(request);
        const caller = callerOf(request);
        if (userName !== caller.userName && !(await allows(caller, 'admin', 'system'))) throw notOwn();
        if (!(await removeApiKey(userName))) {
          throw new HttpError(404, 'API_KEY_NOT_FOUND', `User ${userName} has no API key`);
        }
        await record(request, 'api-key-changed', 'Revoked', userName);
      },
    );
  }
}

/** Throws `HttpError` 403 for another user, or if the password was not entered again. */
async function requireOwner(request: FastifyRequest<ByUser>): Promise<string> {
  const userName = named(request);
  if (userName !== callerOf(request).userName) throw notOwn();
  await requireReauthentication(request);
  return userName;
}

function named(request: FastifyRequest<ByUser>): string {
  const { user } = request.params;
  return user === undefined ? callerOf(request).userName : normalName(user);
}

function notOwn(): HttpError {
  return new HttpError(
    403,
    'FORBIDDEN',
    'Only its owner can see an API key. Only the owner or an administrator can revoke it.',
  );
}
