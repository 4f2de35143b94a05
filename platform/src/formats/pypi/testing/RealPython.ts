import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../../testing/Outcome.ts';
import type { SampleFile } from './samples.ts';

export function hasTool(tool: 'twine' | 'pip3'): boolean {
  return spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** twine and pip clients with a separate home directory. */
export class RealPython {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  static async start(): Promise<RealPython> {
    return new RealPython(await mkdtemp(join(tmpdir(), 'lading-python-')));
  }

  /** Writes the files to a directory below the home directory and returns their paths. */
  async put(folder: string, files: readonly SampleFile[]): Promise<string[]> {
    await mkdir(join(this.home, folder), { recursive: true });
    const paths = files.map(({ file }) => join(this.home, folder, file));
    for (const [at, { bytes }] of files.entries()) await writeFile(paths[at] ?? '', bytes);
    return paths;
  }

  twine(user: string, password: string, args: readonly string[]): Promise<Outcome> {
    return this.#run('twine', ['upload', '--non-interactive', '--disable-progress-bar', ...args], {
      TWINE_USERNAME: user,
      TWINE_PASSWORD: password,
    });
  }

  /** The index URL can contain a user name and a password. */
  pip(command: 'install' | 'download', index: string, args: readonly string[]): Promise<Outcome> {
    const usual = [
      '--index-url',
      index,
      '--no-cache-dir',
      '--disable-pip-version-check',
      '--no-input',
      '--retries',
      '0',
    ];
    return this.#run('pip3', [command, ...usual, ...args]);
  }

  python(code: string, path: string): Promise<Outcome> {
    return this.#run('python3', ['-c', code], { PYTHONPATH: path });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }

  #run(tool: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      // Ignores the machine's own pip configuration.
      const clean = { PATH: process.env.PATH, HOME: this.home, PIP_CONFIG_FILE: '/dev/null', NO_COLOR: '1' };
      const options = { cwd: this.home, env: { ...clean, ...env }, timeout: 200_000 };
      execFile(tool, args, options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, output: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') });
      });
    });
  }
}
