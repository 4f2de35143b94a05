import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ensureFirstAdministrator } from '../access/firstAdministrator.ts';
import { buildApp } from '../app.ts';
import { readSettings, type Settings } from '../settings.ts';
import { withStorage } from '../storage/db.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { testDatabase } from './testDatabase.ts';

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
}

const adminPassword = 'a-password-of-tests-alone';

/** A whole platform on a database and a folder of its own; close it in `afterAll`. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const [database, home] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'lading-home-'))]);
  const settings = readSettings({
    LADING_HOME: home,
    LADING_DATABASE_URL: database.url,
    LADING_ADMIN_PASSWORD: adminPassword,
    LADING_LOG_LEVEL: 'silent',
    ...options.env,
  });
  const storage = await openStorage(settings);
  await withStorage(storage, () => ensureFirstAdministrator(settings));
  const app = await buildApp({ settings, storage });
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
      await app.close();
      await storage.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
