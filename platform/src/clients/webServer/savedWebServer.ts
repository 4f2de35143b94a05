import type { WebServer } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { lockSetting, readSetting } from '../../instance/platformSettings.ts';

/** Returns the saved settings, with defaults for newer fields. `read`: reads the saved ones. */
export async function savedWebServer(
  app: Pick<FastifyInstance, 'settings'>,
  read: typeof readSetting<'webServer'> = readSetting,
): Promise<WebServer | undefined> {
  const saved = await read('webServer');
  return (
    saved && { backendHost: '127.0.0.1', backendPort: ownPort(app), reverseProxyRepositories: [], ...saved }
  );
}

/** Returns the saved settings like `savedWebServer`, for a change in the current transaction. */
export function lockWebServer(app: Pick<FastifyInstance, 'settings'>): Promise<WebServer | undefined> {
  return savedWebServer(app, lockSetting);
}

/** Returns the port of this server; the default port if it uses any free port. */
export function ownPort({ settings }: Pick<FastifyInstance, 'settings'>): number {
  return settings.port || 8082;
}
