import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { superuser } from './cluster.ts';
import { socketFolder } from './socketFolder.ts';

/**
 * Returns the URL of the embedded server that another process runs in a data directory. The same
 * user must connect.
 */
export async function runningPostgresUrl(home: string): Promise<string> {
  const elsewhere = await readFile(join(home, 'postgres', 'elsewhere'), 'utf8').catch(() => undefined);
  const sockets = elsewhere === undefined ? await socketFolder(home) : join(elsewhere, 'run');
  return `postgresql://${superuser}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
}
