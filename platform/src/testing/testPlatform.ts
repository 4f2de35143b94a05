import type { FastifyInstance } from 'fastify';
import { ensureFirstAdministrator } from '../access/firstAdministrator.ts';
import { buildApp } from '../app.ts';
import type { Settings } from '../settings.ts';
import { withStorage } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';
import { adminPassword, testStorage } from './testStorage.ts';

export interface TestPlatform {
  app: FastifyInstance;
  storage: Storage;
  settings: Settings;
  /** An `Authorization` header of the first administrator. */
  adminAuth: string;
  adminPassword: string;
  /** `http://127.0.0.1:port`, when asked for with `listen`. */
  baseUrl: string;
  close(): Promise<void>;
}

export interface TestPlatformOptions {
  /** Variables of the environment on top of the defaults of a test. */
  env?: Readonly<Record<string, string>>;
  /** Also on a free port of 127.0.0.1, for real clients; otherwise `app.inject` is all there is. */
  listen?: boolean;
  /** Adds routes that only the test has. */
  extend?: (app: FastifyInstance) => void;
}

/** A whole platform on a database and a folder of its own; close it in `afterAll`. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const { storage, settings, close } = await testStorage(options.env);
  await withStorage(storage, () => ensureFirstAdministrator(settings));
  const app = await buildApp({ settings, storage });
  options.extend?.(app);
  await app.ready();
  const baseUrl = options.listen ? await app.listen({ host: '127.0.0.1', port: 0 }) : '';
  return {
    app,
    storage,
    settings,
    adminAuth: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
    adminPassword,
    baseUrl,
    async close() {
      const closed = app.close();
      // An answer that a test did not read to its end would be waited for. A server that speaks HTTP/2 cannot be told so.
      if ('closeAllConnections' in app.server) app.server.closeAllConnections();
      await closed;
      await close();
    },
  };
}
