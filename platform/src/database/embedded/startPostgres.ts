import { findBinaries } from './binaries.ts';
import { ensureCluster, superuser, writeAuthentication } from './cluster.ts';
import { makeLauncher } from './launcher.ts';
import type { PostgresMessage } from './PostgresLog.ts';
import { makePlace } from './place.ts';
import { Supervisor } from './Supervisor.ts';

export interface EmbeddedPostgres {
  /** Connection URL for `pg`. Contains the directory of the Unix socket. */
  url: string;
  /** Completes running queries, then ends the server process. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Additional settings of the server, by name. */
  config?: Readonly<Record<string, string>>;
  /** Called when the server has died and when it is available again. */
  report?: (event: string, error?: unknown) => void;
  /** Receives the messages of PostgreSQL, without values. */
  say?: (message: PostgresMessage) => void;
}

/**
 * Starts the embedded PostgreSQL of a data directory, and restarts it when it dies. Resolves when
 * the database is ready.
 */
export async function startPostgres(home: string, options: StartOptions = {}): Promise<EmbeddedPostgres> {
  const launcher = makeLauncher();
  const { data, sockets, binaries } = await makePlace(home, launcher, await findBinaries(home));
  await ensureCluster(data, binaries, launcher);
  await writeAuthentication(data, launcher);
  const url = `postgresql://${superuser}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
  const { config = {}, report = () => undefined, say = () => undefined } = options;
  const supervisor = new Supervisor({ launcher, binaries, data, sockets, url, config, report, say });
  await supervisor.start();
  return { url, stop: () => supervisor.stop() };
}
