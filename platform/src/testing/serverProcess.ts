import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporaryFolder.ts';

/** Checkout, with a trailing slash. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
const entry = join(root, 'platform', 'dist', 'server.js');

/** Compiles the server if needed. Several test files may call it concurrently. */
export function compileServer(): void {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const lock = join(root, 'platform', 'package.json');
  spawnSync('flock', [lock, tsc, '--build', join(root, 'platform')], { cwd: root, stdio: 'ignore' });
  if (!existsSync(entry)) throw new Error('The platform does not compile: run npx tsc --build platform');
}

/** The built server in a separate process, as `npm start` runs it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly url: string;
  output = '';
  errors = '';
  /** Exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>;
  #isOver = false;

  /** `wrapper`: a program and its arguments that run the server in the same process. */
  constructor(
    home: string,
    port: number,
    env: Record<string, string> = {},
    wrapper: readonly string[] = [],
    file = entry,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    const [command = process.execPath, ...args] = [...wrapper, process.execPath, file];
    this.#child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        LADING_HOME: home,
        LADING_PORT: String(port),
        LADING_LOG_LEVEL: 'warn',
        ...env,
      },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#isOver = true;
        resolve(code ?? signal ?? 'unknown');
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves with `true` when the server responds, or `false` if it ended first. */
  async answers(): Promise<boolean> {
    while (!this.#isOver) {
      const answer = await fetch(`${this.url}/artifactory/api/system/ping`).catch(() => undefined);
      if ((await answer?.text()) === 'OK') return true;
      await wait(5);
    }
    return false;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  /** Stops the server gracefully. */
  async stop(): Promise<number | string> {
    this.kill('SIGTERM');
    return this.ended;
  }
}

/**
 * Ports of this worker of the test runner. Systems give ports from 32,768 on to outgoing
 * connections and to servers without a fixed port: one of those could take a port before the tested
 * server does.
 */
const ports = { first: 10_240 + (Number(process.env.VITEST_POOL_ID ?? 0) % 32) * 700, count: 700 };
let latest = Math.floor(Math.random() * ports.count);

/** Returns a free port of 127.0.0.1 that no other worker gets. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < ports.count; attempts++) {
    latest = (latest + 1) % ports.count;
    // Another call can change it while this one waits.
    const port = ports.first + latest;
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port from ${ports.first} to ${ports.first + ports.count - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Creates a temporary data directory. `remove` deletes it. */
export async function temporaryHome(): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await temporaryFolder('lading-server-');
  return { home, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}
