import type { WebServer } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { readSetting } from '../../instance/platformSettings.ts';

/** The saved settings; those that were saved before a field existed have its default. */
export async function savedWebServer(app: Pick<FastifyInstance, 'settings'>): Promise<WebServer | undefined> {
  const saved = await readSetting('webServer');
  return (
    saved && { backendHost: '127.0.0.1', backendPort: ownPort(app), reverseProxyRepositories: [], ...saved }
  );
}

/** The port of this server; the usual one if it takes any free port. */
export function ownPort({ settings }: Pick<FastifyInstance, 'settings'>): number {
  return settings.port || 8082;
}
