import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const KIT = 'node_modules/@lading/kit/dist/cli.js';

/**
 * Plugin author who works in a directory outside of the checkout and has only the packed packages.
 */
export class Author {
  readonly #parent = mkdtempSync(join(realpathSync(tmpdir()), 'lading-author-'));
  readonly #packages = join(this.#parent, 'packages');
  /** Directory of the plugin, once it is created. */
  readonly folder: string;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    this.folder = join(this.#parent, name);
  }

  /** Creates the plugin with the kit's scaffold and installs all dependencies. */
  async create(): Promise<void> {
    await run(process.execPath, ['scripts/pack.mjs', this.#packages], { cwd: checkout });
    const tools = join(this.#parent, 'tools');
    await this.#install(tools);
    await this.#node(this.#parent, [join(tools, KIT), 'create', this.name, '--packages', 'packages']);
    await this.#install(this.folder);
  }

  /** Runs a command of the kit to its end, and returns its output. */
  kit(...words: string[]): Promise<string> {
    return this.#node(this.folder, [KIT, ...words]);
  }

  /**
   * Starts a command of the kit that runs until it is stopped; resolves when it has printed the
   * line with `mark`.
   */
  async start(words: readonly string[], mark: string): Promise<{ output: string; stop(): Promise<void> }> {
    const child = spawn(process.execPath, [KIT, ...words], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = await printed(child, mark);
    return {
      output,
      stop: async () => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }

  async #node(cwd: string, words: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, words, { cwd });
    return stdout;
  }

  /**
   * Sets up what `npm install` would, without a registry: the packed packages, and links to the
   * packages installed here.
   */
  async #install(folder: string): Promise<void> {
    const modules = join(folder, 'node_modules');
    for (const tarball of readdirSync(this.#packages)) {
      const room = /^lading-([a-z]+)-/.exec(tarball)?.[1];
      if (room === undefined) continue;
      const target = join(modules, '@lading', room);
      mkdirSync(target, { recursive: true });
      await run('tar', ['xzf', join(this.#packages, tarball), '-C', target, '--strip-components=1']);
    }
    for (const name of readdirSync(join(checkout, 'node_modules'))) {
      if (name.startsWith('.') || name === '@lading') continue;
      symlinkSync(join(checkout, 'node_modules', name), join(modules, name));
    }
  }
}

function printed(child: ChildProcess, mark: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (data: Buffer) => {
      output += data;
      if (output.slice(output.indexOf(mark)).includes('\n') && output.includes(mark)) resolve(output);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before '${mark}':\n${output}`)));
  });
}
