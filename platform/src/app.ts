import Fastify, { type FastifyInstance } from 'fastify';
import { installAuthentication } from './access/authentication.ts';
import { accessRoutes } from './access/routes.ts';
import { npmRoutes } from './artifactory/npm/routes.ts';
import { repositoryRoutes } from './artifactory/repositories/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { renderErrors } from './http/renderErrors.ts';
import { metadataRoutes } from './metadata/routes.ts';
import type { Settings } from './settings.ts';
import { withStorage } from './storage/db.ts';
import type { Storage } from './storage/storage.ts';
import { systemRoutes } from './system/routes.ts';

export interface AppOptions {
  settings: Settings;
  storage: Storage;
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
  }
}

/** The platform's server, not yet listening. */
export async function buildApp({ settings, storage }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({ logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel } });
  app.decorate('settings', settings);
  // A body arrives in a context of its own, so that the storage is entered again before the handler.
  app.addHook('onRequest', (_request, _reply, done) => withStorage(storage, done));
  app.addHook('preValidation', (_request, _reply, done) => withStorage(storage, done));
  renderErrors(app);
  await installAuthentication(app);

  // One line per service.
  await app.register(systemRoutes);
  await app.register(accessRoutes);
  await app.register(repositoryRoutes);
  await app.register(npmRoutes);
  await app.register(metadataRoutes);
  await app.register(consoleRoutes);

  return app;
}
