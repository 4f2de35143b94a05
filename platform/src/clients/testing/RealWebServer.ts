import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

interface Program {
  readonly program: string;
  readonly install: string;
  /** Wraps the generated configuration in a complete one. */
  wrap(configuration: string, folder: string): string;
  check(file: string, folder: string): string[];
  run(file: string, folder: string): string[];
}

const modules = [
  'mpm_event',
  'authz_core',
  'proxy',
  'proxy_http',
  'headers',
  'rewrite',
  'ssl',
  'socache_shmcb',
];

/** The programs that a configuration is generated for. */
export const programs: Readonly<Record<'NGINX' | 'APACHE' | 'HAPROXY', Program>> = {
  NGINX: {
    program: 'nginx',
    install: 'apt-get install nginx-light',
    wrap: (configuration, folder) =>
      `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n` +
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};\n`)
        .join('') +
      `${configuration}}\n`,
    check: (file, folder) => ['-t', '-e', `${folder}/error.log`, '-c', file],
    run: (file, folder) => ['-e', `${folder}/error.log`, '-c', file],
  },
  APACHE: {
    program: 'apache2',
    install: 'apt-get install apache2-bin',
    wrap: (configuration, folder) =>
      `${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}` +
      `ServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\n${configuration}`,
    check: (file, folder) => ['-t', '-d', folder, '-f', file],
    run: (file, folder) => ['-DFOREGROUND', '-d', folder, '-f', file],
  },
  HAPROXY: {
    program: 'haproxy',
    install: 'apt-get install haproxy',
    wrap: (configuration) => configuration,
    check: (file) => ['-c', '-f', file],
    run: (file) => ['-db', '-f', file],
  },
};

/** A web server that runs with a generated configuration, in its own directory. */
export class RealWebServer {
  readonly #program: Program;
  readonly folder: string;
  #child: ChildProcess | undefined;

  private constructor(program: Program, folder: string) {
    this.#program = program;
    this.folder = folder;
  }

  static async in(type: keyof typeof programs): Promise<RealWebServer> {
    const folder = await mkdtemp(join(tmpdir(), 'lading-web-'));
    await mkdir(join(folder, 'logs'));
    return new RealWebServer(programs[type], folder);
  }

  /** Returns the errors that the program reports; '' if there are none. */
  async check(configuration: string): Promise<string> {
    const file = await this.#write(configuration);
    const { status, stdout, stderr } = spawnSync(
      this.#program.program,
      this.#program.check(file, this.folder),
      {
        encoding: 'utf8',
      },
    );
    return status === 0 ? '' : `${stdout}${stderr}`;
  }

  async start(configuration: string, port: number): Promise<void> {
    const file = await this.#write(configuration);
    this.#child = spawn(this.#program.program, this.#program.run(file, this.folder), { stdio: 'inherit' });
    await vi.waitFor(() => reach(port), { timeout: 20_000, interval: 100 });
  }

  async stop(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.kill()) await once(this.#child, 'exit');
    this.#child = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #write(configuration: string): Promise<string> {
    const file = join(this.folder, 'web.conf');
    await writeFile(file, this.#program.wrap(configuration, this.folder));
    return file;
  }
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).on('error', reject);
  });
}
