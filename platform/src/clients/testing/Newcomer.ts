import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuideStep } from './guides.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Outcome {
  /** Exit code. */
  code: number;
  /** Standard output and standard error. */
  output: string;
}

/** A user with an empty home directory who follows a guide exactly. */
export class Newcomer {
  readonly home: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(home: string, env: Readonly<Record<string, string>>) {
    this.home = home;
    this.#env = env;
  }

  /**
   * `clients` are directories of `build/clients`, in which `npm run test:full` installs clients.
   */
  static async start(
    clients: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Newcomer> {
    const home = await mkdtemp(join(tmpdir(), 'lading-newcomer-'));
    const added = clients.map((name) => join(root, 'build/clients', name, 'node_modules/.bin'));
    return new Newcomer(home, {
      PATH: [...added, process.env.PATH].join(':'),
      HOME: home,
      LANG: 'C.UTF-8',
      // The machine's configuration must not affect the user. Toolchains are installed for all
      // users.
      XDG_CONFIG_DIRS: join(home, 'no-configuration'),
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
      // Shared build cache, independent of the user.
      GOCACHE: join(tmpdir(), 'lading-go-build'),
      npm_config_update_notifier: 'false',
      // Java reads the home directory from the system's user database.
      JAVA_TOOL_OPTIONS: `-Duser.home=${home}`,
      // Don't install into the machine's Python.
      PIP_TARGET: join(home, 'python'),
      ...more,
    });
  }

  /** Writes files, by their paths relative to the home directory. */
  async write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.home, path)), { recursive: true });
      await writeFile(join(this.home, path), content);
    }
  }

  /** Runs each step in `directory`. Stops at the first failure and returns its outcome. */
  async follow(steps: readonly GuideStep[], directory: string): Promise<Outcome> {
    let output = '';
    for (const step of steps) {
      if (step.file !== undefined) {
        await this.#add(step.command, step.file, directory);
        continue;
      }
      const done = await this.sh(step.command, directory);
      output += `$ ${step.command}\n${done.output}\n`;
      if (done.code !== 0) return { code: done.code, output };
    }
    return { code: 0, output };
  }

  /** Runs a shell command. */
  async sh(command: string, directory = ''): Promise<Outcome> {
    const cwd = join(this.home, directory);
    await mkdir(cwd, { recursive: true });
    return new Promise((resolve) => {
      const options = { cwd, env: this.#env, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile('sh', ['-c', command], options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, output: stdout + stderr });
      });
      child.stdin?.end();
    });
  }

  async close(): Promise<void> {
    // Go makes downloaded modules read-only.
    await this.sh('chmod -R u+w .').catch(() => undefined);
    await rm(this.home, { recursive: true, force: true });
  }

  /** Adds text to a file: to the matching element of a POM, otherwise at the end. */
  async #add(text: string, file: string, directory: string): Promise<void> {
    const path = file.startsWith('~/') ? join(this.home, file.slice(2)) : join(this.home, directory, file);
    await mkdir(dirname(path), { recursive: true });
    if (file !== 'pom.xml') return appendFile(path, `${text}\n`);
    const pom = await readFile(path, 'utf8');
    const added = text.startsWith('<dependency>') ? `<dependencies>${text}</dependencies>` : text;
    await writeFile(path, pom.replace('</project>', `${added}</project>`));
  }
}
