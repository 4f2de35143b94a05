import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Outcome {
  /** Exit code. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Whether the program is installed. */
export function hasProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Whether the build program works: as root, or if user namespaces are allowed. */
export function hasBuilder(name: string): boolean {
  const may =
    process.getuid?.() === 0 || spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;
  return may && hasProgram(name);
}

/** Container programs with a separate home directory and without signature policies. */
export class RealClient {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  static async start(): Promise<RealClient> {
    const client = new RealClient(await mkdtemp(join(tmpdir(), 'lading-images-')));
    const settings = join(client.home, '.config', 'containers');
    await mkdir(settings, { recursive: true });
    await mkdir(join(client.home, 'run'), { mode: 0o700 });
    await writeFile(
      join(settings, 'policy.json'),
      JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }),
    );
    await writeFile(
      join(settings, 'storage.conf'),
      `[storage]\ndriver = "vfs"\nrunroot = "${client.home}/run"\ngraphroot = "${client.home}/storage"\n`,
    );
    return client;
  }

  run(program: string, ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const env = {
        PATH: process.env.PATH,
        HOME: this.home,
        XDG_RUNTIME_DIR: join(this.home, 'run'),
        XDG_CONFIG_HOME: join(this.home, '.config'),
        CONTAINERS_STORAGE_CONF: join(this.home, '.config', 'containers', 'storage.conf'),
        REGISTRY_AUTH_FILE: join(this.home, 'auth.json'),
        TMPDIR: this.home,
      };
      const options = { cwd: this.home, env, timeout: 200_000, maxBuffer: 16 * 1024 * 1024 };
      execFile(program, args, options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, stdout, stderr });
      });
    });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
