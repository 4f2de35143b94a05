import Fastify, { type FastifyInstance } from 'fastify';
import { nobody } from './access/gateway.ts';
import { repositoryRoutes } from './artifactory/repositories/routes.ts';
import { renderErrors } from './http/renderErrors.ts';
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
  app.decorateRequest('caller', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    const expected = `Basic ${Buffer.from(`admin:${settings.adminPassword}`).toString('base64')}`;
    const isAdmin = settings.adminPassword !== undefined && request.headers.authorization === expected;
    request.caller = isAdmin
      ? { kind: 'user', userName: 'admin', admin: true, via: 'basic', groups: [] }
      : nobody;
    done();
  });
  // A body arrives in a context of its own, so that the storage is entered again before the handler.
  app.addHook('onRequest', (_request, _reply, done) => withStorage(storage, done));
  app.addHook('preValidation', (_request, _reply, done) => withStorage(storage, done));
  renderErrors(app);

  // One line per service.
  await app.register(systemRoutes);
  await app.register(repositoryRoutes);

  return app;
}
