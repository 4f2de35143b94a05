import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { installAuthentication } from './access/authentication.ts';
import { installAuthSettings } from './access/configuration/authSettings.ts';
import { causeOf } from './access/eventCause.ts';
import { installAfterwards } from './access/mail/background.ts';
import { accessRoutes } from './access/routes.ts';
import { buildRoutes } from './builds/routes.ts';
import { bundleRoutes } from './bundles/routes.ts';
import { defineCleanupJobs } from './cleanupJobs.ts';
import { clientTokenRoutes } from './clients/clientToken.ts';
import { setMeUpRoutes } from './clients/routes.ts';
import { webServerRoutes } from './clients/webServer/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { createPlatform } from './createPlatform.ts';
import { withStorage } from './database/db.ts';
import { effectiveRoutes } from './effective/routes.ts';
import { withCause } from './events/cause.ts';
import { formats } from './formats/formats.ts';
import { checkHost } from './http/checkHost.ts';
import { guardHeaders } from './http/guardHeaders.ts';
import { logRequests } from './http/logging.ts';
import { makeServer } from './http/makeServer.ts';
import { renderErrors } from './http/renderErrors.ts';
import { sendRequestIds } from './http/requestIds.ts';
import { keepRouteTable } from './http/routeTable.ts';
import { drainUnreadBodies } from './http/unreadBodies.ts';
import { installServices } from './instance/services.ts';
import { installMaintenance } from './instanceRoutes/installMaintenance.ts';
import { mcRoutes } from './instanceRoutes/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { installJobs } from './jobs/install.ts';
import { installBackups } from './operations/backup/runBackups.ts';
import { systemRoutes } from './operations/health/routes.ts';
import type { LogFiles } from './operations/logs/LogFiles.ts';
import { logRoutes } from './operations/logs/routes.ts';
import { installMetrics } from './operations/metrics/installMetrics.ts';
import { proxyRoutes } from './operations/proxies/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { installHeartbeat } from './operations/status/heartbeat.ts';
import { statusRoutes } from './operations/status/routes.ts';
import { installSupport } from './operations/support/installSupport.ts';
import { metadataRoutes } from './packages/routes.ts';
import { countTransfers } from './packages/usage/transfers.ts';
import { useFormats } from './pipeline/Format.ts';
import { plainFileRoutes } from './plainFiles/routes.ts';
import { removalRoutes } from './removal/routes.ts';
import { concealRepositories } from './repositories/concealment.ts';
import { reservationRoutes } from './repositories/names/reservationRoutes.ts';
import { repositoryRoutes } from './repositories/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { advisoryRoutes } from './scanning/advisories/routes.ts';
import { xrayRoutes } from './scanning/routes.ts';
import { searchRoutes } from './search/routes.ts';
import type { Settings } from './settings/settings.ts';
import type { Storage } from './storage/storage.ts';
import type { RequestBoard } from './watchdog/RequestBoard.ts';
import { watchRequests } from './watchdog/watchRequests.ts';
import { installWebhooks } from './webhooks/install.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export interface AppOptions {
  settings: Settings;
  storage: Storage;
  /** Keeps the requests in progress for the watchdog. */
  board?: RequestBoard;
  /** Absent: the log is only on standard output. */
  logFiles?: LogFiles;
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
  }
}

/** The platform's server, not yet listening. */
export async function buildApp({ settings, storage, board, logFiles }: AppOptions): Promise<FastifyInstance> {
  const app = makeServer(settings, logFiles);
  const platform = createPlatform({ settings, storage, log: app.log });
  app.decorate('platform', platform);
  app.decorate('settings', settings);
  app.decorate('seal', platform.seal);
  app.addHook('onClose', () => platform.outgoing.close());
  keepRouteTable(app);
  // A body arrives in a context of its own, so that the storage is entered again before the handler.
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    withStorage(storage, () => withCause(() => causeOf(request), done));
  app.addHook('onRequest', enter);
  app.addHook('preValidation', enter);
  installMetrics(app, storage);
  if (board) watchRequests(app, board);
  guardHeaders(app);
  sendRequestIds(app);
  drainUnreadBodies(app);
  logRequests(app);
  checkHost(app);
  renderErrors(app);
  concealRepositories(app);
  installJobs(app, platform.jobs);
  installAuthSettings(app);
  installAfterwards(app);
  await installAuthentication(app);
  installMaintenance(app);
  countTransfers(app);
  installServices(app);
  installSupport(app);
  installBackups(app);
  installWebhooks(app);

  useFormats(formats);

  await registerServices(app, { storage, logFiles });
  defineCleanupJobs(app);
  installHeartbeat(app, storage);
  return app;
}

interface ServiceOptions {
  storage: Storage;
  logFiles: LogFiles | undefined;
}

/** One line per service. */
async function registerServices(app: FastifyInstance, { storage, logFiles }: ServiceOptions): Promise<void> {
  await app.register(systemRoutes);
  await app.register(mcRoutes);
  await app.register(accessRoutes);
  await app.register(effectiveRoutes, { prefix: '/access/api/v1/effective' });
  await app.register(repositoryRoutes);
  await app.register(reservationRoutes);
  await app.register(setMeUpRoutes, { prefix: '/ui/api/v1/ui/setMeUp' });
  await app.register(clientTokenRoutes);
  await app.register(integrationRoutes);
  await app.register(webServerRoutes, { prefix: '/artifactory/api/system/configuration' });
  for (const { routes } of formats) if (routes) await app.register(routes, { storage });
  await app.register(advisoryRoutes);
  await app.register(xrayRoutes);
  await app.register(buildRoutes);
  await app.register(bundleRoutes);
  await app.register(plainFileRoutes);
  await app.register(operationsRoutes, { storage });
  await app.register(proxyRoutes, { prefix: '/ui/api/v1/ui/proxies' });
  await app.register(statusRoutes);
  await app.register(logRoutes, { prefix: '/ui/api/v1/system/logs', logFiles });
  await app.register(metadataRoutes);
  await app.register(searchRoutes, { storage });
  await app.register(removalRoutes);
  await app.register(retentionRoutes);
  await app.register(webhookRoutes);
  await app.register(consoleRoutes, { storage });
}
