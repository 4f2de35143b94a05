import { PluginRevocation, PluginRevoked } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { versionKey } from './revocations.ts';
import type { VersionRevocations } from './VersionRevocations.ts';

/** Revoked versions of plugins, under `/ui/api/v1/lading`. */
export async function revocationRoutes(
  app: FastifyInstance,
  { revocations }: { revocations: VersionRevocations },
): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });

  api.post(
    '/plugins/revocations',
    {
      schema: {
        summary: 'Revokes a version of a plugin: no page loads it any more.',
        description: 'Also removes it from the active release set, and stops a canary that has it.',
        body: PluginRevocation,
        response: { 200: PluginRevoked },
      },
      config: {
        errors: { 404: ['PLUGIN_VERSION_NOT_FOUND'], 409: ['PLUGIN_CONFLICT', 'PLUGIN_VERSION_REVOKED'] },
      },
    },
    async (request) => {
      const done = await revocations.revoke(request.body, callerOf(request).userName);
      const { activated, stoppedCanary } = done;
      const effects = [
        activated !== undefined && `release set ${activated} activated without it`,
        stoppedCanary !== undefined && `canary of release set ${stoppedCanary} stopped`,
      ].filter(Boolean);
      const detail = [`${versionKey(request.body)} revoked: ${request.body.reason}`, ...effects].join('; ');
      await record(request, 'plugin-version-revoked', detail);
      return done;
    },
  );

  api.delete(
    '/plugins/revocations',
    {
      schema: {
        summary: 'Restores a revoked version of a plugin. Release sets stay as they are.',
        querystring: Type.Object({
          specifier: Type.String({ minLength: 1, maxLength: 214 }),
          version: Type.String({ minLength: 1, maxLength: 256 }),
        }),
        response: { 204: noContent },
      },
      config: { errors: { 404: ['PLUGIN_VERSION_NOT_FOUND'] } },
    },
    async (request) => {
      await revocations.restore(request.query);
      await record(request, 'plugin-version-restored', `${versionKey(request.query)} restored`);
    },
  );
}
