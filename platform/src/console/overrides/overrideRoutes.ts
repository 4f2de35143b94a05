import type { PluginDevelopment } from '@lading/contract/rest';
import { NewPluginOverride, PluginOverride, PluginOverrideStatus } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { usersThemselves } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownSession } from '../../access/profile/ownSession.ts';
import { clearStepCookie, writeStepCookie } from '../../access/sessionCookie.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { checkOrigin, checkPlugin, pluginDevelopment, whyDenied } from './development.ts';
import { developmentRoutes } from './developmentRoutes.ts';
import { deleteOverride, findOverride, lifetimeSeconds, saveOverride } from './overrideRows.ts';

/** Development overrides of plugins, under `/ui/api/v1/lading`. */
export async function overrideRoutes(app: FastifyInstance): Promise<void> {
  await app.register(developmentRoutes);
  const api = ownApi(app, { tag: 'Plugins', access: usersThemselves });
  api.get(
    '/plugins/override',
    {
      schema: {
        summary: 'Returns the development override of the session, and whether the caller can start one.',
        response: { 200: PluginOverrideStatus },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const denied = denialFor(request, await pluginDevelopment());
      if (denied !== undefined) return { denied };
      const session = await ownSession(request);
      const override = session && (await findOverride(session.id));
      return override ? { override } : {};
    },
  );

  api.post(
    '/plugins/override',
    {
      schema: {
        summary: 'Lets the pages of the session load a plugin from a development server for 8 hours.',
        body: NewPluginOverride,
        response: { 201: PluginOverride },
      },
      config: { errors: { 400: ['BAD_PLUGIN_OVERRIDE'], 403: ['PLUGIN_OVERRIDE_DENIED'] } },
    },
    async (request, reply) => startOverride(request, reply, request.body),
  );

  api.delete(
    '/plugins/override',
    {
      schema: { summary: 'Ends the development override of the session.', response: { 204: noContent } },
    },
    async (request, reply) => {
      const session = await ownSession(request);
      const ended = session && (await findOverride(session.id));
      if (session && ended && (await deleteOverride(session.id)))
        await record(request, 'plugin-override-stopped', `${ended.specifier} from ${ended.origin}`);
      clearStepCookie(request, reply, 'override');
    },
  );
}

async function startOverride(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: NewPluginOverride,
): Promise<PluginOverride> {
  checkPlugin(wanted.specifier);
  const development = await pluginDevelopment();
  const denied = denialFor(request, development);
  if (denied !== undefined) throw new HttpError(403, 'PLUGIN_OVERRIDE_DENIED', denied);
  const { specifier } = wanted;
  const origin = checkOrigin(development, wanted.url);
  const session = await ownSession(request);
  const started = session && (await saveOverride(session.id, { specifier, origin }));
  if (!started) throw new HttpError(403, 'PLUGIN_OVERRIDE_DENIED', 'The session has ended. Sign in again');
  await record(request, 'plugin-override-started', `${specifier} from ${origin} in one browser`);
  writeStepCookie(request, reply, 'override', '1', lifetimeSeconds);
  return started;
}

function denialFor(request: FastifyRequest, development: PluginDevelopment): string | undefined {
  return request.server.settings.devOrigin === undefined
    ? whyDenied(development, callerOf(request))
    : 'Development overrides are not available while the server runs with LADING_DEV_ORIGIN';
}
