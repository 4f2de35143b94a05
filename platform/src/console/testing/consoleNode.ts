import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { installAuthentication } from '../../access/authentication.ts';
import { withStorage } from '../../database/db.ts';
import { renderErrors } from '../../http/renderErrors.ts';
import { JobRunner } from '../../jobs/JobRunner.ts';
import { Metrics } from '../../operations/metrics/Metrics.ts';
import type { Settings } from '../../settings/settings.ts';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { consoleRoutes } from '../routes.ts';

export interface ConsoleNodeOptions {
  /** The checkout that has the shipped plugins. */
  root: URL;
  /** Data directory of the node. */
  home: string;
  settings?: Partial<Settings>;
  logger?: FastifyServerOptions['logger'];
  /** Watches the map of the operator, as a started server does. */
  watch?: boolean;
}

/**
 * Starts a node that serves only the console, on the data of the platform. Each node has its own
 * jobs and metrics, because their names are unique in a process.
 */
export async function consoleNode(
  { app: { platform }, storage, settings }: TestPlatform,
  options: ConsoleNodeOptions,
): Promise<FastifyInstance> {
  const { root, home, watch } = options;
  const app = Fastify(options.logger ? { logger: options.logger } : {});
  const jobs = new JobRunner({ storage, node: platform.node, log: app.log });
  const metrics = new Metrics(storage);
  app.decorate('platform', { ...platform, jobs, metrics });
  app.decorate('jobs', jobs);
  app.decorate('metrics', metrics);
  app.decorate('settings', { ...settings, home, ...options.settings });
  app.addHook('onRequest', (_request, _reply, done) => withStorage(storage, done));
  renderErrors(app);
  await installAuthentication(app);
  await app.register(consoleRoutes, { root, ...(watch ? { storage } : {}) });
  await app.ready();
  return app;
}
