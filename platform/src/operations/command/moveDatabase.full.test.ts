import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { connectTo } from '../../database/connectTo.ts';
import { db, withStorage } from '../../database/db.ts';
import { freePort } from '../../testing/serverProcess.ts';
import { testPlatform } from '../../testing/testPlatform.ts';
import { runCommand } from './runCommand.ts';

/** Newest PostgreSQL installed from Debian packages, which is not running. */
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];
const bin = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
const isMissing = versions.length === 0 || !existsSync(`${bin}/initdb`) || process.getuid?.() !== 0;

async function lading(args: string[], env: Record<string, string>) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const own = { LADING_MIN_FREE_SPACE: '0', LADING_LOG_LEVEL: 'silent', ...env };
  const code = await runCommand(args, own, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

describe.skipIf(isMissing)('lading migrate', () => {
  let parent: string;
  let home: string;
  let server: ReturnType<typeof spawn>;
  let port: number;
  const asUser = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;

  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'lading-move-'));
    chmodSync(parent, 0o777);
    home = join(parent, 'home');
    const data = join(parent, 'pg');
    const initdb = [`${bin}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    execFileSync('setpriv', [...asUser, ...initdb], { stdio: 'pipe' });
    port = await freePort();
    const args = ['-D', data, '-p', String(port), '-k', parent, '-c', 'fsync=off'];
    server = spawn('setpriv', [...asUser, `${bin}/postgres`, ...args], { stdio: 'ignore' });
    const ready = () => spawnSync(`${bin}/pg_isready`, ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
    while (!ready()) await wait(50);
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
    rmSync(parent, { recursive: true, force: true });
  });

  const createDatabase = (name: string, ...options: string[]) =>
    execFileSync(`${bin}/createdb`, [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      ...options,
      name,
    ]);

  /** Runs a server of the installation, and returns the result of `work`. */
  async function running<T>(databaseUrl: string, work: Parameters<typeof use<T>>[0]): Promise<T> {
    return use(work, { LADING_HOME: home, LADING_DATABASE_URL: databaseUrl });
  }
  async function use<T>(
    work: (platform: Awaited<ReturnType<typeof testPlatform>>) => Promise<T>,
    env: Record<string, string>,
  ): Promise<T> {
    const platform = await testPlatform({ env });
    return work(platform).finally(() => platform.close());
  }

  const put = async (
    { app, adminAuth: authorization }: Awaited<ReturnType<typeof testPlatform>>,
    path: string,
  ) =>
    (
      await app.inject({
        ...{ method: 'PUT', url: `/artifactory/generic-local/${path}`, payload: `content of ${path}` },
        headers: { authorization, 'content-type': 'application/octet-stream' },
      })
    ).statusCode;
  const get = async (
    { app, adminAuth: authorization }: Awaited<ReturnType<typeof testPlatform>>,
    path: string,
  ) => (await app.inject({ url: `/artifactory/generic-local/${path}`, headers: { authorization } })).body;

  it('moves an installation to a PostgreSQL server of Debian and back, and does not change the source', async () => {
    // An empty variable counts as not set, so the embedded database is used.
    expect(await running('', (platform) => put(platform, 'a/first.txt'))).toBe(201);
    createDatabase('lading');
    const out = await lading(['migrate', urlOf('lading')], { LADING_HOME: home });
    expect([out.code, out.output]).toEqual([0, expect.stringMatching(/Moved \d+ tables with \d+ rows/)]);
    const outside = await running(urlOf('lading'), async (platform) => {
      expect(await get(platform, 'a/first.txt')).toBe('content of a/first.txt');
      await withStorage(platform.storage, () => createUser('rosa', { password: 'an old tune of the sea' }));
      const status = await put(platform, 'a/second.txt');
      const back = await lading(['migrate', 'embedded'], {
        LADING_HOME: join(parent, 'other'),
        LADING_DATABASE_URL: urlOf('lading'),
      });
      expect([back.code, back.output]).toEqual([1, expect.stringContaining('Servers are connected')]);
      return status;
    });
    expect(outside).toBe(201);

    const env = { LADING_HOME: home, LADING_DATABASE_URL: urlOf('lading') };
    const occupied = await lading(['migrate', 'embedded'], env);
    expect([occupied.code, occupied.output]).toEqual([1, expect.stringContaining('already contains')]);
    // The previous database was not changed, and is not used by mistake.
    await expect(running('', async () => undefined)).rejects.toThrow('Another copy of this installation');
    expect(await lading(['adopt-blobs'], { LADING_HOME: home })).toMatchObject({ code: 0 });
    expect(await running('', (platform) => get(platform, 'a/second.txt'))).toContain('NOT_FOUND');
    rmSync(join(home, 'postgres'), { recursive: true });
    const back = await lading(['migrate', 'embedded'], env);
    expect([back.code, back.output]).toEqual([0, expect.stringContaining('compared their checksums')]);
    expect(await lading(['adopt-blobs'], { LADING_HOME: home })).toMatchObject({ code: 0 });
    await running('', async (platform) => {
      expect(await get(platform, 'a/second.txt')).toBe('content of a/second.txt');
      expect(await put(platform, 'a/third.txt')).toBe(201);
    });
  });

  it('rejects a target with content, another encoding, and a server that is running', async () => {
    createDatabase('used');
    const { connected, close } = connectTo(urlOf('used'));
    await withStorage(connected, () => db().execute(sql`create table kept (id int)`));
    await close();
    const env = { LADING_HOME: home };
    expect(await lading(['migrate', urlOf('used')], env)).toEqual({
      code: 1,
      output: expect.stringContaining('The target database is not empty'),
    });
    const again = connectTo(urlOf('used'));
    await withStorage(again.connected, () => db().execute(sql`select from kept`));
    await again.close();
    createDatabase('latin', '-E', 'LATIN1', '-T', 'template0', '--locale=C');
    expect((await lading(['migrate', urlOf('latin')], env)).output).toContain('encoding LATIN1');
    createDatabase('empty');
    await running('', async () => {
      expect(await lading(['migrate', urlOf('empty')], env)).toMatchObject({ code: 3 });
    });
    expect(await lading(['migrate', 'elsewhere'], env)).toMatchObject({ code: 2 });
    expect(await lading(['migrate', urlOf('missing')], env)).toMatchObject({ code: 1 });
  });
});
