import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { linePrefix, PostgresLog, type PostgresMessage } from './PostgresLog.ts';
import { endPreviousServer } from './previousServer.ts';

interface Options {
  launcher: Launcher;
  binaries: Binaries;
  data: string;
  sockets: string;
  url: string;
  config: Readonly<Record<string, string>>;
  report: (event: string, error?: unknown) => void;
  /** Receives the messages of PostgreSQL, without values. */
  say: (message: PostgresMessage) => void;
}

/** Configuration with a small footprint and full durability, sized for the load of the console. */
const serverConfig = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  // Moving many files locks each of their directories.
  max_locks_per_transaction: '256',
  // Allocated on use. Frequently searched data stays in it, whereas the operating system's cache
  // drops data within seconds when memory is scarce.
  shared_buffers: '384MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Idle worker processes cost memory, and reads are small.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  jit: 'off',
  random_page_cost: '1.1',
  log_min_messages: 'warning',
  log_line_prefix: linePrefix,
  // Two messages every five minutes, and no problem.
  log_checkpoints: 'off',
};

/** Crash recovery may take long. It is reported, not aborted. */
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const maxRestartDelayMs = 10_000;

/** Runs one PostgreSQL server on one data directory, and restarts it when it dies. */
export class Supervisor {
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #stopping = false;
  #restarting: Promise<void> | undefined;
  /** Why the last process ended: never the raw output, which contains content of rows. */
  #reason: () => string = () => '';

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await endPreviousServer(this.#options.data, this.#options.sockets);
    const child = this.#spawn();
    this.#child = child;
    await this.#ready(child);
    child.once('exit', (code, signal) => this.#died(signal ?? `code ${code}`));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restarting;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  }

  #spawn(): ChildProcess {
    const { launcher, binaries, data, sockets, config } = this.#options;
    const settings = Object.entries({ ...serverConfig, unix_socket_directories: sockets, ...config });
    const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const { command, args: all } = launcher.wrap(binaries.postgres, args);
    const child = spawn(command, all, {
      // In a separate session, so that Ctrl-C reaches only the Lading server, which then stops
      // PostgreSQL gracefully.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...binaries.env, PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    });
    const log = new PostgresLog(this.#options.say);
    let failure = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.add(text));
    child.on('error', (error) => {
      failure = String(error);
    });
    this.#reason = () => `${log.recent}\n${failure}`.trim();
    return child;
  }

  async #ready(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        throw new Error(`The embedded database failed to start: ${this.#reason()}`);
      }
      if (await answers(this.#options.url)) return;
      await wait(10);
    }
    throw new Error(
      `The embedded database was not ready within ${startTimeoutMs / 1000} s: ${this.#reason()}`,
    );
  }

  #died(status: string): void {
    if (this.#stopping || this.#restarting) return;
    const error = new Error(
      `PostgreSQL exited with ${status}. Its last messages: ${this.#reason() || 'none'}`,
    );
    this.#options.report('the embedded database exited and is restarted', error);
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = undefined;
    });
  }

  async #restart(): Promise<void> {
    for (let pause = 0; !this.#stopping; pause = Math.min(pause * 2 + 100, maxRestartDelayMs)) {
      await wait(pause);
      try {
        await this.start();
        this.#options.report('the embedded database is available again');
        return;
      } catch (error) {
        // Until it is available, every request gets a 503 response.
        this.#options.report('failed to start the embedded database; it will be retried', error);
      }
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
