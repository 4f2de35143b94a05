import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { extract, list } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease, builtRelease } from '../testing/builtRelease.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const ARCHIVE = `lading-${version}.tar.gz`;
const CHART = `lading-chart-${version}.tgz`;
const LIBRARIES = ['contract', 'kit', 'ui'].map((name) => `lading-${name}-${version}.tgz`);
const PACKAGES = [`create-lading-plugin-${version}.tgz`, ...LIBRARIES];

/** Only if the program that builds it is installed. */
const DEBIAN =
  spawnSync('dpkg-deb', ['--version']).status === 0
    ? [`lading_${version.replace('-', '~')}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`]
    : [];

/** Only on a machine for which it can be built. */
const OFFLINE =
  process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
    ? [`lading-${version}-linux-${process.arch}.tar.gz`]
    : [];

let parent: string;
let release: string;
let env: Record<string, string | undefined>;

/** Returns npm's registry settings. A new user's npm has no other settings of this machine. */
function npmSetting(key: string): string {
  return execFileSync('npm', ['config', 'get', key], { cwd: ROOT, encoding: 'utf8' }).trim();
}

beforeAll(async () => {
  parent = mkdtempSync(join(realpathSync(tmpdir()), 'lading-release-'));
  const home = join(parent, 'home');
  mkdirSync(home);
  const cafile = npmSetting('cafile');
  env = {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_registry: npmSetting('registry'),
    ...(cafile === 'null' ? {} : { npm_config_cafile: cafile }),
  };
  release = await builtRelease();
}, 600_000);
// npm's cache and the installed packages contain many files.
afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }), 600_000);

function run(cwd: string, program: string, ...words: string[]): string {
  return execFileSync(program, words, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}

/** Returns the paths in a tarball, without its first directory. */
async function contents(file: string): Promise<string[]> {
  const found: string[] = [];
  await list({
    file: join(release, file),
    onReadEntry: ({ path }) => found.push(path.replace(/^[^/]+\//, '')),
  });
  return found;
}

describe('The release', () => {
  it('consists of the packages, the server archive, and their hashes', () => {
    expect(readdirSync(release).sort()).toEqual(
      ['SHA256SUMS', ARCHIVE, CHART, ...OFFLINE, ...DEBIAN, ...PACKAGES].sort(),
    );
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toHaveLength(6 + OFFLINE.length + DEBIAN.length);
    for (const line of sums) {
      const [hash, file = ''] = line.split('  ');
      const content = readFileSync(join(release, file));
      expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    }
  });

  it.each(PACKAGES)('contains types, documentation, and the license in %s, and no tests', async (file) => {
    const paths = await contents(file);
    const expected = [
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      ...(LIBRARIES.includes(file) ? ['dist/index.js', 'dist/index.d.ts'] : ['dist/create/main.js']),
    ];
    expect(paths).toEqual(expect.arrayContaining(expected));
    expect(paths.filter((path) => path.startsWith('docs/'))).toHaveLength(1);
    expect(paths.filter((path) => /^dist\/.*\.test\.|^src\/|\.map$|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('is reproducible', async () => {
    const again = join(parent, 'again');
    await buildRelease(again);
    const sums = (directory: string) => readFileSync(join(directory, 'SHA256SUMS'), 'utf8');
    expect(sums(again)).toBe(sums(release));
  }, 600_000);
});

describe('A plugin in an empty directory', () => {
  it('is created, tested, type-checked, and built with the packages, as the guide says', () => {
    const author = join(parent, 'author');
    mkdirSync(author);
    run(author, 'npm', 'install', '--no-save', ...LIBRARIES.map((file) => join(release, file)));
    run(author, 'npx', 'lading-kit', 'create', 'tide', join(parent, 'tide'), '--packages', release);
    const plugin = join(parent, 'tide');
    run(plugin, 'npm', 'install');
    run(plugin, 'npm', 'run', 'types');
    expect(run(plugin, 'npm', 'test')).toMatch(/3 passed/);
    expect(run(plugin, 'npm', 'run', 'pack')).toContain('lading-plugin-tide 0.1.0 is in build/');
  }, 600_000);
});

describe('The server archive', () => {
  let server: ChildProcess | undefined;
  let printed = '';
  afterAll(stop);

  /** Stops npm and the server that it runs: both have then closed the output. */
  async function stop(): Promise<void> {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const closed = new Promise((resolve) => server?.once('close', resolve));
    process.kill(-server.pid, 'SIGTERM');
    await closed;
  }

  it('contains no sources, tests, or source maps', async () => {
    const paths = await contents(ARCHIVE);
    expect(paths).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'package-lock.json']),
    );
    expect(paths.filter((path) => /\.tsx?$|\.test\.|\.map$/.test(path))).toEqual([]);
  });

  it('contains the files for containers, with the version of the release', async () => {
    const paths = await contents(ARCHIVE);
    expect(paths).toEqual(
      expect.arrayContaining([
        'deploy/container/Containerfile',
        'deploy/container/compose.yaml',
        'deploy/helm/lading/values.yaml',
        'deploy/helm/lading/templates/statefulset.yaml',
      ]),
    );
    const about = execFileSync(
      'tar',
      ['-xOzf', join(release, ARCHIVE), `lading-${version}/deploy/helm/lading/Chart.yaml`],
      { encoding: 'utf8' },
    );
    expect(about).toContain(`appVersion: "${version}"`);
  });

  it.runIf(OFFLINE.length > 0)(
    'runs without a network, npm, and Node if it is the offline one',
    async () => {
      const directory = join(parent, 'offline');
      mkdirSync(directory);
      await extract({ file: join(release, OFFLINE[0] ?? ''), cwd: directory });
      // The programs of the system that the server needs, and nothing else.
      const bin = join(parent, 'bin');
      mkdirSync(bin);
      for (const name of [
        'sh',
        'dirname',
        'readlink',
        'env',
        'flock',
        'setpriv',
        'unshare',
        'true',
        'chown',
        'sync',
      ])
        symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name));
      const lading = commandOf(join(directory, `lading-${version}`), {
        ...{ PATH: bin, HOME: join(parent, 'home'), LADING_HOME: join(parent, 'offline-data') },
        npm_config_registry: 'http://127.0.0.1:9',
      });
      expect(lading('version')).toBe(`0 ${version}\n`);
      const started = lading('start');
      expect(started).toMatch(/^0 [\s\S]*password \S+\n.*\n.*listens at/);
      try {
        expect((await fetch(`${addressIn(started)}/ui/`)).status).toBe(200);
        expect(lading('status')).toMatch(/^0 [\s\S]*ready/);
      } finally {
        expect(lading('stop')).toMatch(/^0 [\s\S]*Server stopped/);
      }
    },
    120_000,
  );

  it('starts by one command in an empty directory, with an empty home directory', async () => {
    const directory = join(parent, 'server');
    mkdirSync(directory);
    await extract({ file: join(release, ARCHIVE), cwd: directory });
    server = spawn('npm', ['start'], {
      cwd: join(directory, `lading-${version}`),
      env: { ...env, LADING_PORT: '0' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    const url = await listeningAddress();
    expect(await answer(`${url}/artifactory/api/system/ping`)).toEqual({ status: 200, text: 'OK' });
    const page = await answer(`${url}/ui/`);
    expect(page.status).toBe(200);
    const [, script = ''] = /src="([^"]+)"/.exec(page.text) ?? [];
    expect((await answer(`${url}${script}`)).status).toBe(200);
    const { versions } = JSON.parse((await answer(`${url}/ui/sdk/create-lading-plugin`)).text);
    expect(Object.keys(versions)).toEqual([version]);
    const { revision } = JSON.parse((await answer(`${url}/artifactory/api/system/version`)).text);
    expect(revision).toBe(version);
  }, 600_000);

  it('verifies its stored files with one command after it was stopped', async () => {
    await stop();
    const directory = join(parent, 'server', `lading-${version}`);
    expect(run(directory, 'npm', 'run', 'verify', '--', '--help')).toMatch(/The server must be stopped/);
    const printed = run(directory, 'npm', 'run', 'verify');
    expect(printed).toMatch(/Verified [1-9]\d* blobs .* 0 damaged or missing/);
  });

  it('runs in the background by the command lading, in an empty home directory', async () => {
    const directory = join(parent, 'server', `lading-${version}`);
    const lading = commandOf(directory, { ...env, LADING_HOME: join(parent, 'data') });
    expect(lading('version')).toBe(`0 ${version}\n`);
    const started = lading('start');
    expect(started).toMatch(/^0 [\s\S]*password \S+\n.*\n.*listens at/);
    try {
      expect(lading('status')).toMatch(/^0 [\s\S]*ready[\s\S]*http:\/\/localhost/);
      expect(lading('start')).toMatch(/^3 [\s\S]*already running/);
      const reset = lading('admin', 'reset-password', 'admin');
      const [, password = ''] = /replaced: (\S+)/.exec(reset) ?? [];
      const { status } = await fetch(`${addressIn(started)}/ui/api/v1/ui/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: 'admin', password }),
      });
      // The password must be changed.
      expect(status).toBe(403);
      expect(lading('check')).toMatch(/^0 [\s\S]*This version can start\./);
      const backups = join(parent, 'backups');
      mkdirSync(backups);
      expect(lading('backup', backups)).toMatch(/^0 [\s\S]*Backup \S+ completed/);
      expect(lading('verify', backups)).toMatch(/^0 [\s\S]*no damaged or missing files/);
    } finally {
      expect(lading('stop')).toMatch(/^0 [\s\S]*Server stopped/);
    }
    expect(lading('status')).toMatch(/^1 [\s\S]*No server is running/);
  }, 120_000);

  it('is upgraded with its data after a check, and not downgraded', async () => {
    const older = join(parent, 'server', `lading-${version}`);
    const newer = join(parent, 'server', 'lading-next');
    const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
    cpSync(older, newer, { recursive: true, verbatimSymlinks: true });
    // A later version: its number, and a migration of its own.
    for (const path of ['package.json', 'platform/package.json']) {
      const manifest = JSON.parse(readFileSync(join(newer, path), 'utf8')) as object;
      writeFileSync(join(newer, path), JSON.stringify({ ...manifest, version: next }));
    }
    const migrations = join(newer, `platform/src/database/migrations/${next}`);
    mkdirSync(migrations);
    writeFileSync(join(migrations, '0001-next.sql'), 'CREATE TABLE of_next_version (id int);');
    let address = '';
    const own = {
      ...{ ...env, LADING_HOME: join(parent, 'upgraded') },
      LADING_ADMIN_PASSWORD: 'an old tune of the sea',
    };
    const [before, after] = [commandOf(older, own), commandOf(newer, own)];
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${address}/artifactory/${path}`, {
        ...init,
        headers: {
          authorization: `Basic ${Buffer.from('admin:an old tune of the sea').toString('base64')}`,
          'content-type': 'application/json',
        },
      });
    // Each start gets another port: connections to the stopped server are not reused.
    const start = (lading: typeof before) => {
      const started = lading('start');
      expect(started).toMatch(/^0 [\s\S]*listens at/);
      address = addressIn(started);
    };
    const stopped = /^0 [\s\S]*Server stopped/;
    start(before);
    const body = JSON.stringify({ rclass: 'local', packageType: 'generic' });
    expect((await call('api/repositories/kept-local', { method: 'PUT', body })).status).toBe(201);
    expect((await call('kept-local/a.txt', { method: 'PUT', body: 'of before' })).status).toBe(201);
    expect(before('stop')).toMatch(stopped);

    const checked = after('check');
    expect(checked).toMatch(/^0 /);
    expect(checked).toContain(`Program         version ${next}`);
    expect(checked).toContain('of an older version: the next start applies 1 migration\n');
    expect(checked).toContain('This version can start.');
    start(after);
    expect(await (await call('kept-local/a.txt')).text()).toBe('of before');
    expect(await (await call('api/system/version')).json()).toMatchObject({ revision: next });
    expect(after('stop')).toMatch(stopped);

    const refused = /^1 [\s\S]*migrated by a newer version of Lading/;
    expect(before('check')).toMatch(refused);
    expect(before('start')).toMatch(refused);
    start(after);
    expect(await (await call('kept-local/a.txt')).text()).toBe('of before');
    expect(after('stop')).toMatch(stopped);
  }, 300_000);

  /** Waits until the server has printed its address. */
  async function listeningAddress(): Promise<string> {
    while (!printed.includes('listens at')) {
      if (server?.exitCode !== null) throw new Error(`The server ended: ${printed}`);
      await delay(100);
    }
    return addressIn(printed);
  }

  async function answer(url: string): Promise<{ status: number; text: string }> {
    const response = await fetch(url);
    return { status: response.status, text: await response.text() };
  }
});

/**
 * Returns a function that runs the command `lading` of an unpacked archive, and returns its exit
 * code and all that it printed. Each start listens on a port that the system chooses.
 */
function commandOf(directory: string, settings: NodeJS.ProcessEnv): (...words: string[]) => string {
  return (...words) => {
    const { status, stdout, stderr } = spawnSync(join(directory, 'bin/lading'), words, {
      ...{ cwd: parent, env: { ...settings, LADING_PORT: '0' }, encoding: 'utf8' },
    });
    return `${status} ${stdout}${stderr}`;
  };
}

/** Returns the address that a server printed. */
function addressIn(printed: string): string {
  const [, port = ''] = /listens at http:\/\/localhost:(\d+)/.exec(printed) ?? [];
  return `http://127.0.0.1:${port}`;
}
