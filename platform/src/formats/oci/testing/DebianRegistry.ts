import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../testing/serverProcess.ts';

/** Debian's registry as an upstream, with separate storage. */
export class DebianRegistry {
  readonly #home: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  /** Lines of `name:bcrypt` for users with access; anonymous access if undefined. */
  readonly #users: string | undefined;

  private constructor(home: string, port: number, users: string | undefined) {
    this.#users = users;
    this.#home = home;
    this.#port = port;
  }

  static async start(users?: string): Promise<DebianRegistry> {
    const home = await mkdtemp(join(tmpdir(), 'lading-upstream-'));
    const registry = new DebianRegistry(home, await freePort(), users);
    await registry.resume();
    return registry;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async resume(): Promise<void> {
    const config = join(this.#home, 'config.yml');
    const storage = `storage: { filesystem: { rootdirectory: ${this.#home}/storage } }`;
    const users = join(this.#home, 'users');
    if (this.#users !== undefined) await writeFile(users, this.#users);
    const auth = this.#users === undefined ? '' : `auth: { htpasswd: { realm: here, path: ${users} } }\n`;
    await writeFile(
      config,
      `version: 0.1\nlog: { level: error }\n${storage}\nhttp: { addr: "${this.host}" }\n${auth}`,
    );
    const started = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });
    this.#process = started;
    for (;;) {
      const answer = await fetch(`http://${this.host}/v2/`).catch(() => undefined);
      if (answer?.ok || answer?.status === 401) return;
      if (started.exitCode !== null) throw new Error('docker-registry exited immediately');
    }
  }

  async pause(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = undefined;
    await new Promise((resolve) => {
      running.once('exit', resolve);
      running.kill();
    });
  }

  async close(): Promise<void> {
    await this.pause();
    await rm(this.#home, { recursive: true, force: true });
  }
}
