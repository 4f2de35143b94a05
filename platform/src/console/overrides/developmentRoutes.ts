import { PluginDevelopment } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { normalName } from '../../access/users.ts';
import { transaction } from '../../database/db.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { lockSetting, writeSetting } from '../../instance/platformSettings.ts';
import { closed, pluginDevelopment } from './development.ts';
import { deleteOverrides } from './overrideRows.ts';
import { requireKnown } from './requireKnown.ts';

/** Settings for users of development overrides, under `/ui/api/v1/lading`. */
export async function developmentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });
  api.get(
    '/plugins/development',
    {
      schema: {
        summary: 'Returns who can use development overrides of plugins.',
        response: { 200: PluginDevelopment },
      },
    },
    async (_request, reply) => {
      const development = await pluginDevelopment();
      sendTag(reply, development);
      return development;
    },
  );

  api.put(
    '/plugins/development',
    {
      schema: {
        summary: 'Sets who can use development overrides of plugins.',
        description: 'Overrides that are no longer allowed end at the next page load.',
        body: PluginDevelopment,
        response: { 200: PluginDevelopment },
      },
      config: { errors: { 400: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'], 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const after = { ...request.body, users: [...new Set(request.body.users.map(normalName))] };
      await transaction(async () => {
        const before = (await lockSetting('pluginDevelopment')) ?? closed;
        requireUnchanged(request, before, 'The settings of development overrides');
        await requireKnown(before, after);
        await writeSetting('pluginDevelopment', after, callerOf(request).userName);
        if (!after.allowed) await deleteOverrides();
        const detail = `Development overrides of plugins ${after.allowed ? 'allowed' : 'turned off'}`;
        await recordChange(request, 'plugin-development-changed', detail, {
          ...{ before, after, namesAreData: true },
        });
      });
      sendTag(reply, after);
      return after;
    },
  );
}
