import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Settings of this machine, without which npm reaches no registry. All others are absent on a
 * newcomer's machine.
 */
function npmSettings(): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const key of ['cafile', 'https-proxy', 'noproxy']) {
    const value = execFileSync('npm', ['config', 'get', key], { cwd: tmpdir(), encoding: 'utf8' }).trim();
    if (value !== '' && value !== 'null' && value !== 'undefined')
      settings[`npm_config_${key.replaceAll('-', '_')}`] = value;
  }
  return settings;
}

/**
 * Plugin author with Node, an empty home directory, and no checkout. Programs run there to their
 * end, or until `stop`.
 */
export class Newcomer {
  readonly #parent = mkdtempSync(join(realpathSync(tmpdir()), 'lading-newcomer-'));
  readonly #running = new Set<ChildProcess>();
  readonly #env: Record<string, string | undefined>;

  constructor() {
    const home = this.path('home');
    mkdirSync(home);
    this.#env = { PATH: process.env.PATH, HOME: home, ...npmSettings() };
  }

  path(...names: string[]): string {
    return join(this.#parent, ...names);
  }

  /**
   * Resolves with the output when the program has ended, or when it has printed `mark`. Rejects if
   * it fails.
   */
  run(
    words: readonly string[],
    {
      directory = '',
      env = {},
      mark,
    }: { directory?: string; env?: Record<string, string>; mark?: string } = {},
  ): Promise<string> {
    const [program = '', ...args] = words;
    const child = spawn(program, args, {
      cwd: this.path(directory),
      env: { ...this.#env, ...env },
      // npm does not pass signals on to what it runs.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    return new Promise((resolve, reject) => {
      let output = '';
      const hear = (data: Buffer) => {
        output += data;
        if (mark !== undefined && output.includes(mark)) resolve(output);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('close', (code) => {
        this.#running.delete(child);
        if (code === 0 && mark === undefined) resolve(output);
        else reject(new Error(`${words.join(' ')} ended with ${code}:\n${output}`));
      });
    });
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#running].map((child) => {
        const ended = new Promise((resolve) => child.once('close', resolve));
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
        return ended;
      }),
    );
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#parent, { recursive: true, force: true, maxRetries: 5 });
  }
}
