import type { PlatformUsage } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireConsoleAccess } from '../../access/gateway.ts';
import { runningMigrations } from './migrateIndex.ts';
import { monthStart, transferredBytes } from './transfers.ts';

/** What everyone who may use the console is told of the platform's limits. */
export async function usageRoutes(app: FastifyInstance): Promise<void> {
  app.get('/ui/api/v1/ui/usage', async (request): Promise<PlatformUsage> => {
    const { anonymousAccess, transferQuota, subscriptionUrl } = app.settings;
    requireConsoleAccess(callerOf(request), anonymousAccess);
    return {
      transfer: {
        month: monthStart().slice(0, 7),
        bytes: await transferredBytes(),
        quota: transferQuota === undefined ? null : Math.floor(transferQuota * 1024 ** 3),
      },
      upgradeUrl: subscriptionUrl ?? '',
      migrations: await runningMigrations(),
    };
  });
}
