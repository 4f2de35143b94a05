import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startPostgres } from '../storage/postgres/startPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connect to this socket and read one line: the address of the run's database server. */
    databaseSocket: string;
  }
}

/**
 * One PostgreSQL server for the whole run, started when the first test asks for it; `LADING_DATABASE_URL` names another.
 * What tests write need not outlive the machine, so it does not wait for the disk.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-test-'));
  const config = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' };
  let started: Promise<EmbeddedPostgres> | undefined;
  const server = createServer((socket) => {
    started ??= startPostgres(folder, { config });
    started.then(
      ({ url }) => socket.end(`${process.env.LADING_DATABASE_URL ?? url}\n`),
      (error: Error) => socket.end(`!${error.message}\n`),
    );
    socket.on('error', () => undefined);
  });
  const path = join(folder, 'ask');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('databaseSocket', path);
  return async () => {
    server.close();
    await (await started)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
