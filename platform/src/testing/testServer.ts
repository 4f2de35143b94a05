import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startPostgres } from '../database/embedded/startPostgres.ts';
import { temporaryFolder } from './temporaryFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a socket. Connect to it and read one line: the URL of the run's database server. */
    databaseSocket: string;
  }
}

/**
 * Starts one PostgreSQL server for the whole run, when the first test needs it.
 * `LADING_DATABASE_URL` specifies another. The server does not sync to disk, because test data need
 * not survive a crash.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder('lading-test-');
  const config = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
    // Each copy of the template is written at once, and the log only grows.
    ...{ max_wal_size: '96MB', min_wal_size: '32MB' },
  };
  let started: Promise<EmbeddedPostgres> | undefined;
  const named = process.env.LADING_DATABASE_URL;
  const url = async () => {
    if (named) return named;
    started ??= startPostgres(folder, { config });
    return (await started).url;
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    url().then(
      (answer) => socket.end(`${answer}\n`),
      (error: Error) => socket.end(`!${error.message}\n`),
    );
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
