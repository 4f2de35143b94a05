import { PluginAlerts } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { lockSetting, writeSetting } from '../../instance/platformSettings.ts';
import { alertsJob, pluginAlerts } from './alerts.ts';

const path = '/ui/api/v1/lading/plugin-health/alerts';

/** When administrators are notified of failing plugins. */
export async function alertRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });
  api.get(
    path,
    {
      schema: {
        summary: 'Returns when administrators are notified of failing plugins.',
        response: { 200: PluginAlerts },
      },
    },
    async (_request, reply) => {
      const alerts = await pluginAlerts();
      sendTag(reply, alerts);
      return alerts;
    },
  );

  api.put(
    path,
    {
      schema: {
        summary: 'Sets when administrators are notified of failing plugins.',
        body: PluginAlerts,
        response: { 200: PluginAlerts },
      },
      config: { errors: { 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const after = request.body;
      await transaction(async () => {
        await lockSetting('pluginAlerts');
        const before = await pluginAlerts();
        requireUnchanged(request, before, 'The alerts of plugins');
        await writeSetting('pluginAlerts', after, callerOf(request).userName);
        await recordChange(request, 'settings-changed', 'Alerts of plugins changed', { before, after });
      });
      app.jobs.wake(alertsJob);
      sendTag(reply, after);
      return after;
    },
  );
}
