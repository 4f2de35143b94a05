import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { ensureFirstAdministrator } from '../access/firstAdministrator.ts';
import { buildApp } from '../app.ts';
import { withStorage } from '../database/db.ts';
import { LogFiles } from '../operations/logs/LogFiles.ts';
import type { Part } from '../parts.ts';
import type { Settings } from '../settings/settings.ts';
import type { Storage } from '../storage/storage.ts';
import type { RequestBoard } from '../watchdog/RequestBoard.ts';
import { checkAnswers } from './checkedAnswers.ts';
import { adminPassword, testStorage } from './testStorage.ts';

export interface TestPlatform {
  app: FastifyInstance;
  storage: Storage;
  settings: Settings;
  /** `Authorization` header of the first administrator. */
  adminAuth: string;
  adminPassword: string;
  /** `http://127.0.0.1:port`, with `listen`. */
  baseUrl: string;
  /** Creates a repository as the administrator. */
  createRepository(key: string, configuration: object): Promise<void>;
  /** Returns a new access token of the administrator. */
  createToken(description: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestPlatformOptions {
  /** Environment variables that override the test defaults. */
  env?: Readonly<Record<string, string>>;
  /** Also listens on a free port of 127.0.0.1, for real clients. Otherwise, use `app.inject`. */
  listen?: boolean;
  /** Returns the free disk space in bytes, instead of the operating system. */
  readFree?: () => Promise<number>;
  /** Adds routes that only the test needs. */
  extend?: (app: FastifyInstance) => void;
  board?: RequestBoard;
  /** Parts of the server in another order. */
  parts?: readonly Part[];
  /** Writes log files like a started server. Otherwise, there are none. */
  logFiles?: true;
}

/** Creates a whole platform with its own database and directory. Close it in `afterAll`. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const { storage, settings, close } = await testStorage(
    options.env,
    options.readFree ? { readFree: options.readFree } : {},
  );
  const logFiles =
    options.logFiles && settings.logFiles
      ? new LogFiles(settings.home, settings.logFiles, (problem) => {
          throw new Error(problem);
        })
      : undefined;
  const { board, parts } = options;
  const app = await buildApp({
    ...{ settings: logFiles ? { ...settings, outputLevel: 'silent' } : settings, storage },
    ...(board ? { board } : {}),
    ...(parts ? { parts } : {}),
    ...(logFiles ? { logFiles } : {}),
  });
  await withStorage(storage, () => ensureFirstAdministrator(settings));
  options.extend?.(app);
  const faults = checkAnswers(app);
  await app.ready();
  if (settings.publicUrl) injectFor(app, new URL(settings.publicUrl).host);
  const baseUrl = options.listen ? await app.listen({ host: '127.0.0.1', port: 0 }) : '';
  const adminAuth = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  return {
    app,
    storage,
    settings,
    adminAuth,
    adminPassword,
    baseUrl,
    ...asAdministrator(app, adminAuth),
    async close() {
      const closed = app.close();
      // The server would wait for responses that a test did not read completely. HTTP/2 servers
      // have no such method.
      if ('closeAllConnections' in app.server) app.server.closeAllConnections();
      await closed;
      await logFiles?.close();
      await close();
      if (faults.length > 0)
        throw new Error(`Answers that do not match their schemas:\n${[...new Set(faults)].join('\n')}`);
    },
  };
}

function asAdministrator(app: FastifyInstance, authorization: string) {
  const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await app.inject({ method, url, headers: { authorization }, payload });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  return {
    async createRepository(key: string, configuration: object): Promise<void> {
      await send('PUT', `/artifactory/api/repositories/${key}`, configuration);
    },
    async createToken(description: string): Promise<string> {
      const answer = await send('POST', '/access/api/v1/tokens', { description });
      return answer.json<{ access_token: string }>().access_token;
    },
  };
}

/** Makes requests without a Host header use the public host name. */
function injectFor(app: FastifyInstance, host: string): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const forHost = (given: InjectOptions | string) => {
    const options = typeof given === 'string' ? { url: given } : given;
    return inject({ ...options, headers: { host, ...options.headers } });
  };
  app.inject = forHost as typeof app.inject;
}
