import { type Integration, IntegrationForm, Integrations } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { transaction } from '../database/db.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import type { Seal } from '../secrets/Seal.ts';
import { checkForm } from './checkForm.ts';
import {
  addConnection,
  changeConnection,
  listConnections,
  removeConnection,
  requireConnection,
  shown,
  tokenFor,
} from './connections.ts';
import { requireGitIntegrations } from './gitFeature.ts';

export const byKey = Type.Object({ integrationKey: Type.String({ maxLength: 120 }) });
export const formErrors = ['UNKNOWN_VENDOR', 'BAD_INTEGRATION', 'TOKEN_REQUIRED'] as const;
export const off = { 409: ['GIT_INTEGRATIONS_OFF'] } as const;

/** Connections to Git servers, under `/ui/api/v1/integration`, for administrators. */
export async function gitRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: administrators });
  app.addHook('preHandler', () => requireGitIntegrations(app));
  const { seal } = app;

  api.get(
    '/getIntegrations',
    {
      schema: { summary: 'Lists the connections to Git servers.', response: { 200: Integrations } },
      config: { errors: off },
    },
    async (): Promise<Integration[]> => (await listConnections()).map(shown),
  );

  api.post(
    '/',
    {
      schema: {
        summary: 'Adds a connection to a Git server, and returns its key.',
        body: IntegrationForm,
        response: { 201: Type.String() },
      },
      config: { errors: { 400: formErrors, ...off } },
    },
    async (request, reply) => {
      const form = checkForm(request.body);
      const token = tokenFor(undefined, form, seal);
      const key = await transaction(async () => {
        const made = await addConnection({ ...form, token }, callerOf(request).userName, seal);
        await recordChange(request, 'settings-changed', `Integration ${made} was created`, { after: form });
        return made;
      });
      // A string reply would not be encoded as JSON.
      return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(key));
    },
  );

  changeRoutes(api, seal);
}

function changeRoutes(api: OwnApi, seal: Seal): void {
  api.put(
    '/:integrationKey',
    {
      schema: {
        summary: 'Changes a connection. Without a token, the stored one is kept.',
        params: byKey,
        body: IntegrationForm,
        response: { 204: noContent },
      },
      config: { errors: { 400: formErrors, 404: ['INTEGRATION_NOT_FOUND'], ...off } },
    },
    async (request) => {
      const form = checkForm(request.body);
      const before = await requireConnection(request.params.integrationKey);
      await transaction(async () => {
        await changeConnection(before, form, callerOf(request).userName, seal);
        await recordChange(request, 'settings-changed', `Integration ${before.key} was changed`, {
          before: shown(before),
          after: shown(await requireConnection(before.key)),
        });
      });
    },
  );

  api.delete(
    '/:integrationKey',
    {
      schema: { summary: 'Deletes a connection.', params: byKey, response: { 204: noContent } },
      config: { errors: { 404: ['INTEGRATION_NOT_FOUND'], ...off } },
    },
    async (request) => {
      const { integrationKey } = request.params;
      const before = shown(await requireConnection(integrationKey));
      await transaction(async () => {
        await removeConnection(integrationKey);
        const detail = `Integration ${integrationKey} was deleted`;
        await recordChange(request, 'settings-changed', detail, { before });
      });
    },
  );
}
