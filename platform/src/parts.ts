import type { FastifyInstance } from 'fastify';
import { installContentAudit } from './access/audit/contentAudit.ts';
import { installAfterwards } from './access/mail/background.ts';
import { accessRoutes } from './access/routes.ts';
import { accessRequestRoutes } from './accessRequests/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { buildRoutes } from './builds/routes.ts';
import { bundleRoutes } from './bundles/routes.ts';
import { defineCleanupJobs } from './cleanupJobs.ts';
import { clientTokenRoutes } from './clients/clientToken.ts';
import { setMeUpRoutes } from './clients/routes.ts';
import { webServerRoutes } from './clients/webServer/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { effectiveRoutes } from './effectivePermissions/routes.ts';
import { formats } from './formats/formats.ts';
import { insightRoutes } from './insight/routes.ts';
import { mcRoutes } from './instanceRoutes/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { installJobs } from './jobs/install.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { installBackups } from './operations/backup/runBackups.ts';
import { systemRoutes } from './operations/health/routes.ts';
import type { LogFiles } from './operations/logs/LogFiles.ts';
import { logRoutes } from './operations/logs/routes.ts';
import { proxyRoutes } from './operations/proxies/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { installHeartbeat } from './operations/status/heartbeat.ts';
import { loadRoutes } from './operations/status/load/loadRoutes.ts';
import { statusRoutes } from './operations/status/routes.ts';
import { installSupport } from './operations/support/installSupport.ts';
import { metadataRoutes } from './packages/routes.ts';
import { plainFileRoutes } from './plainFiles/routes.ts';
import { removalRoutes } from './removal/routes.ts';
import { configurationRoutes } from './repositories/configurationRoutes.ts';
import { repositoryListRoutes } from './repositories/listRoutes.ts';
import { reservationRoutes } from './repositories/names/reservationRoutes.ts';
import { repositoryRoutes } from './repositories/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { advisoryRoutes } from './scanning/advisories/routes.ts';
import { xrayRoutes } from './scanning/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { defineBlobMove } from './storage/moveBlobs.ts';
import { trashRoutes } from './trash/routes.ts';
import { installWebhooks } from './webhooks/install.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * Adds routes, hooks, or jobs to the server. Can use the platform and the hooks, but nothing from
 * another part until the first request.
 */
export type Part = (app: FastifyInstance, logFiles: LogFiles | undefined) => unknown;

const routesOfFormats = formats.flatMap(({ routes }) => (routes ? [routes] : []));

/** All parts of the server. Their order doesn't matter. */
export const allParts: readonly Part[] = [
  installJobs,
  installAfterwards,
  installSupport,
  installBackups,
  installWebhooks,
  (app) => defineCleanupJobs(app.platform),
  (app) => installContentAudit(app.platform),
  (app) => defineBlobMove(app.platform, (event, moved) => app.log.info(moved, event)),
  installHeartbeat,
  (app) => app.register(systemRoutes),
  (app) => app.register(mcRoutes),
  (app) => app.register(accessRoutes),
  (app) => app.register(accessRequestRoutes),
  (app) => app.register(effectiveRoutes, { prefix: '/access/api/v1/effective' }),
  (app) => app.register(repositoryListRoutes),
  (app) => app.register(repositoryRoutes),
  (app) => app.register(configurationRoutes),
  (app) => app.register(reservationRoutes),
  (app) => app.register(setMeUpRoutes, { prefix: '/ui/api/v1/ui/setMeUp' }),
  (app) => app.register(clientTokenRoutes),
  (app) => app.register(integrationRoutes),
  (app) => app.register(webServerRoutes, { prefix: '/artifactory/api/system/configuration' }),
  ...routesOfFormats.map(
    (routes): Part =>
      (app) =>
        app.register(routes),
  ),
  (app) => app.register(advisoryRoutes),
  (app) => app.register(analyticsRoutes),
  (app) => app.register(xrayRoutes),
  (app) => app.register(buildRoutes),
  (app) => app.register(bundleRoutes),
  (app) => app.register(insightRoutes),
  (app) => app.register(notificationRoutes),
  (app) => app.register(plainFileRoutes),
  (app) => app.register(operationsRoutes),
  (app) => app.register(proxyRoutes, { prefix: '/ui/api/v1/ui/proxies' }),
  (app) => app.register(statusRoutes),
  (app) => app.register(loadRoutes),
  (app, logFiles) => app.register(logRoutes, { prefix: '/ui/api/v1/system/logs', logFiles }),
  (app) => app.register(metadataRoutes),
  (app) => app.register(searchRoutes),
  (app) => app.register(removalRoutes),
  (app) => app.register(trashRoutes),
  (app) => app.register(retentionRoutes),
  (app) => app.register(webhookRoutes),
  (app) => app.register(consoleRoutes, { storage: app.platform.storage }),
];
