import type { UserApiKey } from '@lading/contract/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { record } from '../audit/record.ts';
import { allows, callerOf, requireUser } from '../gateway.ts';
import { requireUnlimited } from '../tokenRules.ts';
import { normalName } from '../users.ts';
import { makeApiKey, readApiKey, removeApiKey, renewApiKey } from './apiKeys.ts';
import { requireReauthentication } from './reauthentication.ts';

type ByUser = { Params: { user?: string } };

/** A user's own API key, under `/ui/api/v1/ui/userApiKey[/{user}]`: shown to nobody else, administrators neither. */
export async function apiKeyRoutes(app: FastifyInstance): Promise<void> {
  const { seal } = app;
  app.addHook('preHandler', async (request) => {
    requireUser(callerOf(request));
    requireUnlimited(callerOf(request));
  });

  for (const path of ['/', '/:user']) {
    app.get<ByUser>(path, async (request): Promise<UserApiKey> => {
      const userName = await oneself(request);
      return { userName, apiKey: await readApiKey(userName, seal) };
    });

    app.post<ByUser>(path, async (request, reply) => {
      const userName = await oneself(request);
      const apiKey = await makeApiKey(userName, seal);
      await record(request, 'api-key-changed', 'Made');
      return reply.code(201).send({ userName, apiKey } satisfies UserApiKey);
    });

    app.put<ByUser>(path, async (request): Promise<UserApiKey> => {
      const userName = await oneself(request);
      const apiKey = await renewApiKey(userName, seal);
      await record(request, 'api-key-changed', 'Renewed: the one before holds no more');
      return { userName, apiKey };
    });

    app.delete<ByUser>(path, async (request, reply) => {
      const userName = named(request);
      const caller = callerOf(request);
      if (userName !== caller.userName && !(await allows(caller, 'admin', 'system'))) throw notOwn();
      if (!(await removeApiKey(userName))) {
        throw new HttpError(404, 'API_KEY_NOT_FOUND', `User ${userName} has no API key`);
      }
      await record(request, 'api-key-changed', 'Removed', userName);
      return reply.code(204).send();
    });
  }
}

/** Throws `HttpError` 403 for another user, or without a password that was shown again. */
async function oneself(request: FastifyRequest<ByUser>): Promise<string> {
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
    'An API key is shown to its owner alone, and ended by him or an administrator',
  );
}
