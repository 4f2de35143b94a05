import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { installAuthentication } from './access/authentication.ts';
import { installAuthSettings } from './access/configuration/authSettings.ts';
import { causeOf } from './access/eventCause.ts';
import { createPlatform } from './createPlatform.ts';
import { withStorage } from './database/db.ts';
import { withCause } from './events/cause.ts';
import { watchAnswers } from './http/afterAnswer.ts';
import { checkHost } from './http/checkHost.ts';
import { guardHeaders } from './http/guardHeaders.ts';
import { logRequests } from './http/logging.ts';
import { makeServer } from './http/makeServer.ts';
import { renderErrors } from './http/renderErrors.ts';
import { sendRequestIds } from './http/requestIds.ts';
import { keepRouteTable } from './http/routeTable.ts';
import { drainUnreadBodies } from './http/unreadBodies.ts';
import { installMaintenance } from './instanceRoutes/installMaintenance.ts';
import type { LogFiles } from './operations/logs/LogFiles.ts';
import { countRequests } from './operations/metrics/requests.ts';
import { countTransfers } from './packages/usage/transfers.ts';
import { allParts, type Part } from './parts.ts';
import type { Platform } from './platform/Platform.ts';
import { concealRepositories } from './repositories/concealment.ts';
import type { Settings } from './settings/settings.ts';
import type { Storage } from './storage/storage.ts';
import type { RequestBoard } from './watchdog/RequestBoard.ts';
import { watchRequests } from './watchdog/watchRequests.ts';

export interface AppOptions {
  settings: Settings;
  storage: Storage;
  /** Tracks requests in progress for the watchdog. */
  board?: RequestBoard;
  /** Log files. If absent, the server logs only to standard output. */
  logFiles?: LogFiles;
  /** Parts to add in another order, for tests. */
  parts?: readonly Part[];
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
  }
}

/** Creates the platform's server, not yet listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, storage, board, logFiles, parts = allParts } = options;
  const app = makeServer(settings, logFiles);
  const platform = createPlatform({ settings, storage, log: app.log });
  decorate(app, platform);
  keepRouteTable(app);
  await addHooks(app, board);
  for (const add of parts) await add(app, logFiles);
  return app;
}

/** Members of the platform that have an own decorator. */
const shortNames = ['settings', 'seal', 'jobs', 'services', 'metrics', 'maintenance', 'bundleParts'] as const;

function decorate(app: FastifyInstance, platform: Platform): void {
  app.decorate('platform', platform);
  for (const name of shortNames) app.decorate(name, platform[name] as never);
  // Closes last, because jobs and requests use the connections until they end.
  app.addHook('onClose', () => platform.outgoing.close());
}

/**
 * Adds the hooks that each request passes, in this order. Hooks apply only to routes added after
 * them.
 */
async function addHooks(app: FastifyInstance, board: RequestBoard | undefined): Promise<void> {
  const { storage } = app.platform;
  // Request bodies arrive in a different async context, so enter the storage again before the
  // handler.
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    withStorage(storage, () => withCause(() => causeOf(request), done));
  app.addHook('onRequest', enter);
  app.addHook('preValidation', enter);
  watchAnswers(app);
  countRequests(app);
  // Loaded only if configured: the libraries take time and memory.
  if (app.settings.tracing) {
    const { installTracing } = await import('./operations/tracing/installTracing.ts');
    installTracing(app, app.settings.tracing);
  }
  if (board) watchRequests(app, board);
  guardHeaders(app);
  sendRequestIds(app);
  drainUnreadBodies(app);
  logRequests(app);
  checkHost(app);
  renderErrors(app);
  concealRepositories(app);
  installAuthSettings(app);
  await installAuthentication(app);
  installMaintenance(app);
  countTransfers(app);
}
