import { PlatformUsage } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { consoleUsers } from '../../access/accessRules.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { runningMigrations } from './migrateIndex.ts';
import { monthStart, transferredBytes } from './transfers.ts';

/** Usage and limits of the platform, for all users of the console. */
export async function usageRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: consoleUsers });
  api.get(
    '/ui/api/v1/ui/usage',
    {
      schema: { summary: 'Returns the transferred bytes and their limit.', response: { 200: PlatformUsage } },
    },
    async () => {
      const { transferQuota, subscriptionUrl } = app.settings;
      return {
        transfer: {
          month: monthStart().slice(0, 7),
          bytes: await transferredBytes(),
          quota: transferQuota === undefined ? null : Math.floor(transferQuota * 1024 ** 3),
        },
        upgradeUrl: subscriptionUrl ?? '',
        migrations: await runningMigrations(),
      };
    },
  );
}
