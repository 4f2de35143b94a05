import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { putFile } from '../files/files.ts';
import { blobs } from '../storage/storage.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { indexVersion, setDeprecated, setTags, unindexVersion } from './indexing.ts';
import { publish } from './testing/publish.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

interface Listing extends Record<string, unknown> {
  repo: string;
  versions: number;
  latest: string;
}

async function listings(name: string): Promise<Listing[]> {
  const result = await db().execute<Listing>(sql`
    SELECT l.repo, l.versions_count AS versions, l.latest_version AS latest
    FROM package_listings l JOIN packages p ON p.id = l.package_id WHERE p.name = ${name} ORDER BY l.repo`);
  return result.rows;
}

async function counted(repo: string): Promise<number> {
  const result = await db().execute<{ packages: number }>(sql`
    SELECT coalesce(sum(packages), 0)::integer AS packages FROM package_counts WHERE repo = ${repo}`);
  return result.rows[0]?.packages ?? 0;
}

describe('indexVersion', () => {
  it('lists a package once for each repository and once over all repositories', () =>
    inside(async () => {
      await publish({ name: 'two', version: '1.0.0' });
      await publish({ name: 'two', version: '1.10.0' });
      await publish({ name: 'two', version: '1.9.0', repo: 'npm-remote' });
      await publish({ name: 'two', version: '1.0.0', repo: 'npm-remote' });
      expect(await listings('two')).toEqual([
        { repo: '*', versions: 3, latest: '1.10.0' },
        { repo: 'npm-local', versions: 2, latest: '1.10.0' },
        { repo: 'npm-remote', versions: 2, latest: '1.9.0' },
      ]);
      expect(await counted('npm-remote')).toBe(1);
    }));

  it('shows the newest release instead of a prerelease, and the version tagged latest over both', () =>
    inside(async () => {
      await publish({ name: 'tagged', version: '2.0.0-rc.1' });
      expect((await listings('tagged'))[0]?.latest).toBe('2.0.0-rc.1');
      await publish({ name: 'tagged', version: '1.0.0' });
      await publish({ name: 'tagged', version: '1.1.0' });
      expect((await listings('tagged'))[0]?.latest).toBe('1.1.0');
      await setTags('npm-local', 'npm', 'tagged', { latest: '1.0.0', gone: '0.0.1' });
      expect((await listings('tagged'))[0]?.latest).toBe('1.0.0');
      await publish({ name: 'tagged', version: '3.0.0-beta', tags: ['latest'] });
      expect((await listings('tagged'))[0]?.latest).toBe('3.0.0-beta');
    }));

  it('lists whether the shown version is deprecated, for each repository and over all', () =>
    inside(async () => {
      const said = async () => {
        const { rows } = await db().execute<{ said: string }>(sql`
          SELECT l.repo || ' ' || l.deprecated AS said FROM package_listings l WHERE l.name = 'old' ORDER BY l.repo`);
        return rows.map(({ said }) => said);
      };
      await publish({ name: 'old', version: '1.0.0' });
      await publish({ name: 'old', version: '1.0.0', repo: 'npm-remote' });
      const key = { repo: 'npm-local', type: 'npm', name: 'old', version: '1.0.0' };
      await setDeprecated(key, 'take another');
      expect(await said()).toEqual(['* true', 'npm-local true', 'npm-remote false']);
      await publish({ name: 'old', version: '1.1.0' });
      expect(await said()).toEqual(['* false', 'npm-local false', 'npm-remote false']);
      await unindexVersion({ ...key, version: '1.1.0' });
      await setDeprecated(key, undefined);
      expect(await said()).toEqual(['* false', 'npm-local false', 'npm-remote false']);
    }));

  it('is idempotent', () =>
    inside(async () => {
      const version = { name: 'same', version: '1.0.0', created: new Date('2020-01-02T03:04:05.678Z') };
      await publish(version);
      const before = await db().execute(sql`SELECT * FROM versions WHERE name = '1.0.0' ORDER BY id`);
      await publish(version);
      const after = await db().execute(sql`SELECT * FROM versions WHERE name = '1.0.0' ORDER BY id`);
      expect(after.rows).toEqual(before.rows);
      expect(await listings('same')).toHaveLength(2);
    }));

  it('counts correctly when versions of a package are published concurrently', () =>
    inside(async () => {
      const before = await counted('*');
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => publish({ name: 'race', version: `1.0.${at}` })),
      );
      expect((await listings('race'))[0]).toEqual({ repo: '*', versions: 12, latest: '1.0.11' });
      expect(await counted('*')).toBe(before + 1);
    }));

  it('strips characters that the database cannot store, and rejects such names', () =>
    inside(async () => {
      await publish({
        name: 'odd',
        version: '1.0.0',
        description: 'a\u0000b\ud800',
        readme: '\u0000',
        keywords: ['x\u0000'],
        dependencies: { 'a\u0000': '\ud800' },
      });
      await expect(publish({ name: 'odd', version: 'a\u0001', leadFile: 'odd.tgz' })).rejects.toMatchObject({
        status: 400,
        message: 'Invalid package version "a\\u0001": it contains a control character',
      });
    }));

  it('replaces the files of a version that is indexed again', () =>
    inside(async () => {
      const key = { repo: 'npm-local', type: 'npm', name: 'parts', version: '1.0.0' };
      const files = await Promise.all(
        ['parts-one.tgz', 'parts-two.tgz', 'stranger.tgz'].map(async (path) => {
          const blob = await blobs().put(
            (async function* () {
              yield Buffer.from(path);
            })(),
          );
          await putFile('npm-local', path, blob, 'tester');
          return { ...blob, path, mimeType: 'application/gzip' };
        }),
      );
      const [one, two] = files;
      if (!one || !two) throw new Error('no files');
      const paths = async () => {
        const { rows } = await db().execute<{ path: string }>(sql`
          SELECT f.path FROM packages p JOIN versions v ON v.package_id = p.id
          JOIN version_files vf ON vf.version_id = v.id JOIN files f ON f.id = vf.file_id
          WHERE p.name = 'parts' ORDER BY f.path`);
        return rows.map(({ path }) => path);
      };
      const version = { ...key, created: new Date(), licenses: [] };
      await indexVersion({ ...version, leadFile: one.path, files: [one, two] });
      expect(await paths()).toEqual([one.path, two.path]);
      await indexVersion({ ...version, leadFile: two.path, files: [two] });
      expect(await paths()).toEqual([two.path]);
    }));

  it('rejects a version whose file does not exist', () =>
    inside(async () => {
      const version = { repo: 'npm-local', type: 'npm', name: 'a', version: '1.0.0', created: new Date() };
      await expect(
        indexVersion({ ...version, licenses: [], leadFile: 'nowhere', files: [] }),
      ).rejects.toThrow('npm-local has no file nowhere');
    }));
});

describe('a download before indexing', () => {
  it('is counted for the version and its package once they are indexed', () =>
    inside(async () => {
      const path = 'early/-/early-1.0.0.tgz';
      const blob = await blobs().put(
        (async function* () {
          yield Buffer.from('early@1.0.0');
        })(),
      );
      await transaction(() => putFile('npm-remote', path, blob, 'tester').then(() => undefined));
      await db().execute(sql`UPDATE files SET downloads = 3 WHERE repo = 'npm-remote' AND path = ${path}`);
      await publish({ name: 'early', version: '1.0.0', repo: 'npm-remote' });
      await publish({ name: 'early', version: '1.0.0', repo: 'npm-remote' });
      const { rows } = await db().execute(sql`
        SELECT l.downloads::integer AS package, v.downloads::integer AS version
        FROM packages p JOIN versions v ON v.package_id = p.id
        JOIN package_listings l ON l.package_id = p.id AND l.repo = '*' WHERE p.name = 'early'`);
      expect(rows).toEqual([{ package: 3, version: 3 }]);
    }));
});

describe('unindexVersion', () => {
  it('removes the package with its last version', () =>
    inside(async () => {
      const before = await counted('*');
      const key = { repo: 'npm-local', type: 'npm', name: 'leaving' };
      await publish({ name: 'leaving', version: '1.0.0' });
      await publish({ name: 'leaving', version: '2.0.0' });
      await publish({ name: 'leaving', version: '2.0.0', repo: 'npm-remote' });
      await unindexVersion({ ...key, version: '2.0.0' });
      expect(await listings('leaving')).toEqual([
        { repo: '*', versions: 2, latest: '2.0.0' },
        { repo: 'npm-local', versions: 1, latest: '1.0.0' },
        { repo: 'npm-remote', versions: 1, latest: '2.0.0' },
      ]);
      await unindexVersion({ ...key, version: '1.0.0' });
      expect((await listings('leaving')).map(({ repo }) => repo)).toEqual(['*', 'npm-remote']);
      await unindexVersion({ ...key, repo: 'npm-remote', version: '2.0.0' });
      expect(await listings('leaving')).toEqual([]);
      expect(await counted('*')).toBe(before);
      await unindexVersion({ ...key, version: '1.0.0' });
    }));
});
