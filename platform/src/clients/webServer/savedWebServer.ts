import type { WebServer } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { readSetting } from '../../instance/platformSettings.ts';

/** Returns the saved settings, with defaults for newer fields. */
export async function savedWebServer(app: Pick<FastifyInstance, 'settings'>): Promise<WebServer | undefined> {
  const saved = await readSetting('webServer');
  return (
    saved && { backendHost: '127.0.0.1', backendPort: ownPort(app), reverseProxyRepositories: [], ...saved }
  );
}

/** Returns the port of this server; the default port if it uses any free port. */
export function ownPort({ settings }: Pick<FastifyInstance, 'settings'>): number {
  return settings.port || 8082;
}
