import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { checkSecretsKey } from '../../secrets/checkKey.ts';
import { collectBlobs } from '../../storage/collectBlobs.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { emptyDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { runCommand } from '../command/runCommand.ts';
import { createBackup } from './createBackup.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';
import { openSource } from './openDatabase.ts';

const put = async ({ app, adminAuth: authorization }: TestPlatform, path: string, payload: string) => {
  const { statusCode } = await app.inject({
    ...{ method: 'PUT', url: `/artifactory/generic-local/${path}`, payload },
    headers: { authorization, 'content-type': 'application/octet-stream' },
  });
  expect(statusCode).toBe(201);
};
const get = async ({ app, adminAuth: authorization }: TestPlatform, path: string) => {
  const { statusCode, body } = await app.inject({
    ...{ url: `/artifactory/generic-local/${path}`, headers: { authorization } },
  });
  return [statusCode, body];
};

/** Flips one bit in the middle of a file. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
}

async function command(args: string[], env: Record<string, string> = {}) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const code = await runCommand(args, { LADING_MIN_FREE_SPACE: '0', ...env }, { say: add, complain: add });
  return { code, output: output.join('\n') };
}

describe('a backup', () => {
  let platform: TestPlatform;
  let target: string;
  beforeAll(async () => {
    platform = await testPlatform();
    await withStorage(platform.storage, () => checkSecretsKey(platform.app.seal, 'the key'));
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    target = await temporaryFolder('lading-backups-');
  });
  afterEach(() => rm(target, { recursive: true, force: true }));

  const backUp = async (keep?: number, { settings } = platform) => {
    const source = { ...(await openSource(settings)), databaseUrl: settings.databaseUrl ?? '' };
    return createBackup({
      source,
      target: new DirectoryTarget(target),
      ...(keep === undefined ? {} : { keep }),
    });
  };

  async function restored<T>(args: string[], use: (copy: TestPlatform) => Promise<T>): Promise<T> {
    const database = await emptyDatabase();
    const parent = await temporaryFolder('lading-restored-');
    const env = { LADING_DATABASE_URL: database.url };
    try {
      const home = join(parent, 'home');
      const key = join(platform.settings.home, 'secrets.key');
      const { code, output } = await command(
        ['restore', target, '--home', home, '--secrets-key', key, ...args],
        env,
      );
      expect([code, output]).toEqual([0, expect.stringContaining('Restored backup')]);
      const copy = await testPlatform({ env: { ...env, LADING_HOME: home } });
      return await use(copy).finally(() => copy.close());
    } finally {
      await database.drop();
      await rm(parent, { recursive: true, force: true });
    }
  }

  it('is restored with files and users, and accepts changes afterwards', async () => {
    await put(platform, 'a/small.txt', 'small');
    await put(platform, 'a/large.txt', 'large'.repeat(100_000));
    await writeFile(join(platform.settings.home, 'sigstore-root.json'), '{"of":"the operator"}');
    const { missing, blobs } = await backUp();
    expect([missing, blobs.count]).toEqual([[], expect.any(Number)]);
    await put(platform, 'a/later.txt', 'later');
    await restored([], async (copy) => {
      expect(await get(copy, 'a/small.txt')).toEqual([200, 'small']);
      expect(await get(copy, 'a/large.txt')).toEqual([200, 'large'.repeat(100_000)]);
      expect((await get(copy, 'a/later.txt'))[0]).toBe(404);
      const root = await readFile(join(copy.settings.home, 'sigstore-root.json'), 'utf8');
      expect(root).toBe('{"of":"the operator"}');
      await put(copy, 'a/new.txt', 'new');
      expect(await get(copy, 'a/new.txt')).toEqual([200, 'new']);
      await withStorage(copy.storage, () => checkSecretsKey(copy.app.seal, 'the key'));
    });
  });

  it('is continued in its target by the restored copy or by the original, not by both', async () => {
    await backUp();
    await restored([], async (copy) => {
      const [ofCopy, ofOriginal] = [() => backUp(undefined, copy), () => backUp()];
      // The copy replaces a lost original.
      await ofCopy();
      const refused =
        /contains a later backup of another copy of this installation.*Select a separate target/;
      await expect(ofOriginal()).rejects.toThrow(refused);
      const checked = await platform.app.inject({
        ...{ method: 'POST', url: '/ui/api/v1/ui/backups/check', payload: { target } },
        headers: { authorization: platform.adminAuth },
      });
      expect(checked.json()).toEqual({ usable: false, reason: expect.stringMatching(refused) });
      await ofCopy();
      // The operator knows that the copy no longer runs.
      await writeFile(join(target, 'lading-backups.json'), 'adopt\n');
      await ofOriginal();
      await expect(ofCopy()).rejects.toThrow(refused);
      expect(await readdir(join(target, 'backups'))).toHaveLength(4);
    });
  });

  it('does not depend on how the database formats dates, numbers, and bytes', async () => {
    await put(platform, 'a/dated.txt', 'dated');
    const configured = { DateStyle: 'SQL, DMY', TimeZone: 'Asia/Kolkata', IntervalStyle: 'sql_standard' };
    const configure = (copy: TestPlatform, statement: (database: string) => string[]) =>
      withStorage(copy.storage, async () => {
        const database = new URL(copy.settings.databaseUrl ?? '').pathname.slice(1);
        for (const each of statement(database)) await db().execute(sql.raw(each));
      });
    const created = async (copy: TestPlatform) => {
      const url = '/artifactory/api/storage/generic-local/a/dated.txt';
      const { body } = await copy.app.inject({ url, headers: { authorization: copy.adminAuth } });
      return (JSON.parse(body) as { created: string }).created;
    };
    const before = await created(platform);
    await configure(platform, (database) =>
      Object.entries({ ...configured, bytea_output: 'escape', extra_float_digits: '-15' }).map(
        ([name, value]) => `ALTER DATABASE ${database} SET ${name} TO '${value}'`,
      ),
    );
    try {
      await backUp();
    } finally {
      await configure(platform, (database) => [`ALTER DATABASE ${database} RESET ALL`]);
    }
    await restored([], async (copy) => {
      expect(await created(copy)).toBe(before);
      await withStorage(copy.storage, () => checkSecretsKey(copy.app.seal, 'the key'));
    });
  });

  it('is restored as of a point in time: the newest one at or before it', async () => {
    await put(platform, 'at/early.txt', 'early');
    await backUp();
    const between = new Date().toISOString();
    // Names of backups are precise to a second.
    const second = Math.floor(Date.parse(between) / 1000);
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second);
    await put(platform, 'at/late.txt', 'late');
    await backUp();
    const states = (copy: TestPlatform) => Promise.all([get(copy, 'at/early.txt'), get(copy, 'at/late.txt')]);
    const [early, late] = await restored(['--at', between], states);
    expect([early, late?.[0]]).toEqual([[200, 'early'], 404]);
    expect(await restored(['--at', new Date().toISOString()], states)).toEqual([
      [200, 'early'],
      [200, 'late'],
    ]);
    const { code, output } = await command(['verify', target, '--at', '2020-01-31']);
    expect([code, output]).toEqual([1, expect.stringContaining('No backup at or before 2020-01-31')]);
  });

  it('copies only blobs that earlier backups lack, and keeps the configured number of backups', async () => {
    await put(platform, 'b/first.txt', 'first of two');
    const first = await backUp();
    await put(platform, 'b/second.txt', 'second of two');
    const second = await backUp(1);
    expect(second.copied).toEqual({ count: 1, bytes: 13 });
    expect(second.deleted).toEqual([first.name]);
    const all = new DirectoryTarget(target);
    expect(await all.list()).toEqual([second.name]);
    expect((await command(['list', target])).output).toContain('version');
    expect(await command(['verify', target])).toMatchObject({ code: 0 });
  });

  it('prevents garbage collection from deleting blobs until it has finished', async () => {
    await put(platform, 'c/gone.txt', 'deleted during the backup');
    const { settings, app, adminAuth: authorization } = platform;
    const source = { ...(await openSource(settings)), databaseUrl: settings.databaseUrl ?? '' };
    const collected: number[] = [];
    const progress = async ({ phase }: { phase: string }) => {
      if (phase !== 'blobs' || collected.length > 0) return;
      for (const url of ['/artifactory/generic-local/c/gone.txt', '/ui/api/v1/ui/trash'])
        await app.inject({ method: 'DELETE', url, headers: { authorization } });
      collected.push(await withStorage(platform.storage, () => collectBlobs(0)));
    };
    const { missing } = await createBackup({ source, target: new DirectoryTarget(target), progress });
    expect([missing, collected]).toEqual([[], [0]]);
    await restored([], async (copy) => {
      expect(await get(copy, 'c/gone.txt')).toEqual([200, 'deleted during the backup']);
    });
    expect(await withStorage(platform.storage, () => collectBlobs(0))).toBeGreaterThan(0);
  });

  it('is reported as corrupted by verify and by restore, regardless of the changed byte', async () => {
    await put(platform, 'd/file.txt', 'a file to be damaged');
    const { name } = await backUp();
    const folder = join(target, 'backups', name);
    const parent = await temporaryFolder('lading-restored-');
    const sha256 = (await readdir(join(target, 'blobs'), { recursive: true })).find(
      (path) => path.length > 60,
    );
    const database = await emptyDatabase();
    const args = ['restore', target, '--home', join(parent, 'home'), '--new-secrets-key'];
    const restore = () => command(args, { LADING_DATABASE_URL: database.url });
    try {
      for (const path of [
        join(folder, 'tables/users.gz'),
        join(folder, 'blobs.gz'),
        join(folder, 'manifest.json'),
        join(target, 'blobs', sha256 ?? ''),
      ]) {
        const before = await readFile(path);
        await flip(path);
        const found = expect.stringContaining(`${path} is damaged`);
        expect(await command(['verify', target])).toEqual({ code: 1, output: found });
        expect(await restore()).toEqual({ code: 1, output: found });
        await writeFile(path, before);
      }
      // Failed attempts left nothing behind.
      expect(await restore()).toMatchObject({ code: 0 });
    } finally {
      await database.drop();
      await rm(parent, { recursive: true });
    }
  });

  it('does not decrypt secrets, and is restored only with its key or without secrets', async () => {
    await backUp();
    const key = await readFile(join(platform.settings.home, 'secrets.key'), 'utf8');
    for (const entry of await readdir(target, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toContain(key.trim());
    const home = join(target, '..', 'never-made');
    const without = await command(['restore', target, '--home', home]);
    expect([without.code, without.output]).toEqual([
      1,
      expect.stringContaining('Pass --secrets-key with a copy'),
    ]);
    const other = Buffer.alloc(32, 7).toString('base64');
    const wrong = await command(['restore', target, '--home', home], { LADING_SECRETS_KEY: other });
    expect(wrong.output).toContain('The given key is not the key of the secrets in the backup');
  });

  describe('restore is rejected', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await emptyDatabase();
    });
    afterEach(() => database.drop());

    it('if the directory has content, or the database exists', async () => {
      await backUp();
      const inHome = await command([
        'restore',
        target,
        '--home',
        platform.settings.home,
        '--new-secrets-key',
      ]);
      expect([inHome.code, inHome.output]).toEqual([1, expect.stringContaining('is not empty')]);
      const home = join(target, 'new-home');
      const inUse = await command(['restore', target, '--home', home, '--new-secrets-key'], {
        LADING_DATABASE_URL: platform.settings.databaseUrl ?? '',
      });
      expect([inUse.code, inUse.output]).toEqual([1, expect.stringContaining('The database is not empty')]);
    });

    it('if the backup is from a newer version', async () => {
      const { name } = await backUp();
      const { readManifest, writeManifest } = await import('./Manifest.ts');
      const files = new DirectoryTarget(target).files(name);
      const manifest = await readManifest(files);
      for (const file of ['manifest.json', 'manifest.sha256']) await rm(files.pathOf(file));
      await writeManifest(files, {
        ...manifest,
        version: '9.9.9',
        migrations: [...manifest.migrations, 'migrations/9.9.9/0001-later.sql'],
      });
      const { code, output } = await command(['restore', target, '--home', join(target, 'h')], {
        LADING_DATABASE_URL: database.url,
      });
      expect([code, output]).toEqual([1, expect.stringContaining('made by a newer version (9.9.9)')]);
    });
  });

  it('is written only to a dedicated directory outside of the data', async () => {
    await writeFile(join(target, 'holiday.jpg'), '');
    await expect(backUp()).rejects.toThrow('contains other files, such as holiday.jpg');
    const { home, databaseUrl = '' } = platform.settings;
    const inside = await command(['backup', join(home, 'backups'), '--home', home], {
      LADING_DATABASE_URL: databaseUrl,
    });
    expect([inside.code, inside.output]).toEqual([1, expect.stringContaining('is inside')]);
  });

  it('documents its command line', async () => {
    expect(await command(['--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('lading restore'),
    });
    expect(await command(['restore', target])).toMatchObject({ code: 2 });
    expect(await command(['verify', target])).toMatchObject({
      ...{ code: 1, output: expect.stringContaining('contains no backups') },
    });
    expect(await command(['back', target])).toMatchObject({
      code: 2,
      output: expect.stringContaining('lading help'),
    });
  });
});
