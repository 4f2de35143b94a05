import { findBinaries } from './binaries.ts';
import { ensureCluster, superuser, writeAuthentication } from './cluster.ts';
import { makeLauncher } from './launcher.ts';
import { makePlace } from './place.ts';
import { Supervisor } from './Supervisor.ts';

export interface EmbeddedPostgres {
  /** For `pg`: the Unix socket is in it. */
  url: string;
  /** Finishes what runs, then ends the child. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** More settings of the server, by name. */
  config?: Readonly<Record<string, string>>;
  /** Told when the server has died and when it is there again. */
  report?: (event: string, error?: unknown) => void;
}

/** Starts the embedded PostgreSQL of a data folder, and starts it again when it dies; ready when it resolves. */
export async function startPostgres(home: string, options: StartOptions = {}): Promise<EmbeddedPostgres> {
  const launcher = makeLauncher();
  const { data, sockets, binaries } = await makePlace(home, launcher, await findBinaries(home));
  await ensureCluster(data, binaries, launcher);
  await writeAuthentication(data, launcher);
  const url = `postgresql://${superuser}@localhost/postgres?host=${encodeURIComponent(sockets)}`;
  const { config = {}, report = () => undefined } = options;
  const supervisor = new Supervisor({ launcher, binaries, data, sockets, url, config, report });
  await supervisor.start();
  return { url, stop: () => supervisor.stop() };
}
