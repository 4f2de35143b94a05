import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.mjs';

/** A connection to the embedded database of a running platform, found as its own tools would: by its pid file. */
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
