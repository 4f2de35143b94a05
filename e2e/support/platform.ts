import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../platform/build/server.js', import.meta.url));

/** Real platform for one spec, on a free port, with a data directory that is deleted with it. */
export interface Platform {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly home: string;
  readonly password: string;
  /** Returns the output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The environment variable with the path of the data directory that `makeTemplate` created. */
const template = 'LADING_TEST_TEMPLATE';

/**
 * Creates a data directory that `startPlatform` copies: initialized once per run, with the
 * database, the first administrator, and the shipped plugins. Returns the function that removes it.
 */
export async function makeTemplate(): Promise<() => void> {
  const platform = await startFirstTime();
  await platform.shutDown();
  for (const path of ['lock', 'run', 'reserve'])
    rmSync(join(platform.home, path), { recursive: true, force: true });
  process.env[template] = platform.home;
  return () => rmSync(platform.home, { recursive: true, force: true });
}

/**
 * Starts the built platform on a data directory of its own and waits until it responds. `env` takes
 * precedence over the defaults.
 */
export function startPlatform(env: Record<string, string> = {}): Promise<Platform> {
  const home = newHome();
  const from = process.env[template];
  if (from) execFileSync('cp', ['--archive', '--reflink=auto', `${from}/.`, home]);
  return start(home, env);
}

/** Does the same without a copy, as an operator starts the platform for the first time. */
export function startFirstTime(): Promise<StartedPlatform> {
  return start(newHome(), {});
}

const inMemory = '/dev/shm';
/** Bytes that the data directories of a run need at most, with a margin. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Creates a data directory, in memory if there is enough: copying its 2,000 files takes ext4 seven
 * times as long.
 */
function newHome(): string {
  let parent = tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize >= neededBytes) parent = inMemory;
  } catch {
    // Not every system has it.
  }
  return mkdtempSync(join(parent, 'lading-e2e-'));
}

interface StartedPlatform extends Platform {
  /** Stops the platform and leaves its data directory. */
  shutDown(): Promise<void>;
}

async function start(home: string, env: Record<string, string>): Promise<StartedPlatform> {
  const port = await freePort();
  const password = 'a-long-Passw0rd-for-tests';
  const child = spawn(process.execPath, [server], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LADING_HOME: home,
      LADING_PORT: String(port),
      LADING_ADMIN_PASSWORD: password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (data) => {
    printed += data;
  });
  child.stderr.on('data', (data) => {
    printed += data;
  });
  const origin = `http://localhost:${port}`;
  await answers(origin, child, () => printed);
  const shutDown = async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return {
    origin,
    home,
    password,
    output: () => printed,
    shutDown,
    stop: async () => {
      await shutDown();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function answers(origin: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the platform ended at once:\n${printed()}`);
    const response = await fetch(`${origin}/artifactory/api/system/ping`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the platform does not answer at ${origin}:\n${printed()}`);
}

/**
 * Returns a free port. Not from the range that Linux assigns to connections, or one of them could
 * take the port before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
