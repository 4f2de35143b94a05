import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.mjs';

/**
 * Connects to the embedded database of a running platform, found by its PID file as the platform's
 * tools do.
 */
export async function connect(lading) {
  const [, , , port, sockets] = readFileSync(join(lading.home, 'postgres/data/postmaster.pid'), 'utf8').split(
    '\n',
  );
  const client = new (tool('pg').Client)({
    host: sockets,
    port: Number(port),
    user: 'lading',
    database: 'postgres',
  });
  await client.connect();
  return client;
}
