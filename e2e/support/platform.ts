import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../platform/build/server.js', import.meta.url));

/** A real platform of a spec's own, on a free port, with a data folder that goes with it. */
export interface Platform {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly home: string;
  readonly password: string;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the built platform and waits until it answers. `env` goes over the defaults. */
export async function startPlatform(env: Record<string, string> = {}): Promise<Platform> {
  const home = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
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
  return {
    origin,
    home,
    password,
    output: () => printed,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
