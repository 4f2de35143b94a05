import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../testing/temporaryFolder.ts';

export interface Outcome {
  /** Exit code. */
  code: number;
  stdout: string;
  stderr: string;
}

/** An npm client with a separate home directory. */
export class RealNpm {
  readonly home: string;
  /** Further environment variables, such as those of a CI system. */
  env: Readonly<Record<string, string>> = {};
  readonly #registry: string;

  private constructor(home: string, registry: string) {
    this.home = home;
    this.#registry = registry;
  }

  /**
   * `registry` ends with a slash. `credentials` are npmrc lines for that registry, such as
   * `_authToken=…`.
   */
  static async start(registry: string, ...credentials: string[]): Promise<RealNpm> {
    const home = await temporaryFolder('lading-npm-');
    const npm = new RealNpm(home, registry);
    await npm.configure(...credentials);
    return npm;
  }

  async configure(...credentials: string[]): Promise<void> {
    const scope = this.#registry.replace(/^https?:/, '');
    const lines = [`registry=${this.#registry}`, ...credentials.map((line) => `${scope}:${line}`)];
    await writeFile(join(this.home, '.npmrc'), `${lines.join('\n')}\n`);
  }

  /** Creates a directory below the home directory with these files. */
  async folder(name: string, files: Record<string, unknown>): Promise<string> {
    const folder = join(this.home, name);
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  }

  /** `watch` receives npm's output as it is printed. */
  run(args: string[], cwd = this.home, input?: string, watch?: (text: string) => void): Promise<Outcome> {
    return new Promise((resolve) => {
      const env = {
        PATH: process.env.PATH,
        HOME: this.home,
        npm_config_userconfig: join(this.home, '.npmrc'),
        npm_config_globalconfig: join(this.home, 'global-npmrc'),
        npm_config_cache: join(this.home, 'cache'),
        npm_config_update_notifier: 'false',
        npm_config_fund: 'false',
        npm_config_fetch_retries: '0',
        ...this.env,
      };
      const child = execFile('npm', args, { cwd, env, timeout: 200_000 }, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end(input ?? '');
      if (watch) for (const stream of [child.stdout, child.stderr]) stream?.on('data', watch);
    });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
