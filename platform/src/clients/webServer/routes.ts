import type { WebServer } from '@lading/contract/rest';
import { WebServerChange, WebServerPreview, WebServer as webServerSchema } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { optionalQuery } from '../../http/api/optional.ts';
import { file, noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { clearSetting, writeSetting } from '../../instance/platformSettings.ts';
import { configurationFor } from './configurations.ts';
import { readWebServer } from './readWebServer.ts';
import { lockWebServer, ownPort, savedWebServer } from './savedWebServer.ts';

const invalid = { errors: { 400: ['BAD_WEB_SERVER'] }, body: WebServerChange };
const types = ['nginx', 'apache', 'haproxy'] as const;
const byType = Type.Object({ type: Type.String({ description: 'nginx, apache, or haproxy.' }) });

/** Reverse-proxy settings, under `/artifactory/api/system/configuration`. */
export async function webServerRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.get(
    '/webServer',
    {
      schema: {
        summary: 'Returns the reverse-proxy settings.',
        querystring: optionalQuery,
        response: { 200: webServerSchema, 204: noContent },
      },
      config: { errors: { 404: ['NO_WEB_SERVER'] } },
    },
    async (request, reply) => {
      if (request.query.optional && !(await savedWebServer(api))) return reply.code(204).send();
      const saved = await requireSaved(api);
      sendTag(reply.header('cache-control', 'no-store'), saved);
      return saved;
    },
  );

  api.post(
    '/webServer',
    {
      schema: { summary: 'Replaces the reverse-proxy settings.', response: { 200: webServerSchema } },
      config: { ...invalid, errors: { ...invalid.errors, 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const webServer = await readWebServer(request.body, ownPort(api));
      await transaction(async () => {
        const before = await lockWebServer(api);
        requireUnchanged(request, before, 'The reverse-proxy configuration');
        await writeSetting('webServer', webServer, callerOf(request).userName);
        const { key, serverName, dockerReverseProxyMethod: method } = webServer;
        const detail = `Reverse proxy: ${key} for ${serverName}, Docker by ${method}`;
        await recordChange(request, 'settings-changed', detail, { before, after: webServer });
      });
      sendTag(reply, webServer);
      return webServer;
    },
  );

  api.delete(
    '/webServer',
    { schema: { summary: 'Deletes the reverse-proxy settings.', response: { 204: noContent } } },
    async (request) => {
      await transaction(async () => {
        const before = await lockWebServer(api);
        await clearSetting('webServer');
        if (before)
          await recordChange(request, 'settings-changed', 'Reverse-proxy settings deleted', { before });
      });
    },
  );

  configurationRoutes(api);
}

function configurationRoutes(api: OwnApi): void {
  api.post(
    '/webServer/preview',
    {
      schema: {
        summary: 'Generates the configuration of the web server for these settings, saved or not.',
        response: { 200: WebServerPreview },
      },
      config: invalid,
    },
    async (request) => configurationFor(await readWebServer(request.body, ownPort(api))),
  );

  api.get(
    '/reverseProxy/:type',
    {
      schema: {
        summary: 'Returns a configuration file for the saved settings.',
        params: byType,
        response: { 200: file('text/plain', 'A configuration file.') },
      },
      config: { errors: { 400: ['BAD_WEB_SERVER'], 404: ['NOT_FOUND', 'NO_WEB_SERVER'] } },
    },
    async (request, reply) => {
      const type = types.find((each) => each === request.params.type.toLowerCase());
      if (!type) throw new HttpError(404, 'NOT_FOUND', `Expected one of ${types.join(', ')}`);
      const webServerType = type.toUpperCase() as WebServer['webServerType'];
      // Settings saved by older versions have not been validated.
      const settings = await readWebServer({ ...(await requireSaved(api)), webServerType }, ownPort(api));
      return reply.type('text/plain; charset=utf-8').send(configurationFor(settings).configuration);
    },
  );
}

async function requireSaved(app: FastifyInstance): Promise<WebServer> {
  const saved = await savedWebServer(app);
  if (saved) return saved;
  throw new HttpError(404, 'NO_WEB_SERVER', 'No reverse-proxy settings are saved');
}
