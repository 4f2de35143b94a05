import { Readable } from 'node:stream';
import type { TreeChange, TreePage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { putFile } from '../files/files.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { blobs } from '../storage/storage.ts';
import { untilQueryWaits } from '../testing/untilQueryWaits.ts';
import { type TreePlatform, treePlatform } from './testing/treePlatform.ts';

const browser = '/ui/api/v1/ui/v2/treebrowser';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const key of ['stage', 'prod'])
    await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
      rclass: 'local',
      packageType: 'generic',
    });
});
afterAll(() => tree?.platform.close());

const remove = (body: object, who?: string) => tree.call('POST', `${browser}/remove`, body, who);
async function exists(repo: string, path: string): Promise<boolean> {
  return (await tree.call('GET', `/artifactory/${repo}/${path}`)).status === 200;
}
async function packages(repo: string): Promise<string[]> {
  const query = `{ packages(filter: { repositoriesIn: [{ name: "${repo}" }] }, first: 50) { edges { node { name versionsCount } } } }`;
  const { json } = await tree.call('POST', '/metadata/api/v1/query', { query });
  const { data } = json as {
    data: { packages: { edges: { node: { name: string; versionsCount: number } }[] } };
  };
  return data.packages.edges.map(({ node }) => `${node.name} ${node.versionsCount}`);
}
async function publish(name: string, version: string): Promise<void> {
  const sample = { name, version };
  const body = publishBody(sample, await sampleTarball(sample), 'latest');
  const { status } = await tree.call('PUT', `/artifactory/api/npm/npm-local/${name}`, body);
  expect(status).toBeLessThan(300);
}

describe('deleting', () => {
  it.each([
    [
      'the count',
      sql`
      INSERT INTO file_counts AS c (repo, slot, files) SELECT 'stage', slot, 0 FROM generate_series(0, 15) AS slot
      ON CONFLICT (repo, slot) DO UPDATE SET files = c.files`,
    ],
    ['the package', sql`SELECT FROM packages WHERE type = 'generic' AND name = 'ordered' FOR NO KEY UPDATE`],
  ])('waits for %s first, in the lock order of uploads', async (_what, held) => {
    await tree.put('stage', 'ordered/1.0.0/app.zip');
    const { removed } = await withStorage(tree.platform.storage, () =>
      transaction(async () => {
        await db().execute(held);
        const removed = tree.call('DELETE', '/artifactory/stage/ordered');
        await untilQueryWaits(tree.platform.storage);
        await db().execute(
          sql`SELECT FROM packages WHERE type = 'generic' AND name = 'ordered' FOR NO KEY UPDATE NOWAIT`,
        );
        await db().execute(
          sql`SELECT FROM files WHERE repo = 'stage' AND path LIKE 'ordered/%' FOR UPDATE NOWAIT`,
        );
        return { removed };
      }),
    );
    expect((await removed).status).toBe(204);
  });

  it('deletes exactly what the dry run reports', async () => {
    for (const path of ['app/1.0.0/app.zip', 'app/1.0.0/app.zip.sha256', 'app/1.1.0/app.zip', 'app-2/x'])
      await tree.put('stage', path, '12345');
    const place = { repoKey: 'stage', path: 'app' };
    const dry = await remove({ ...place, dry: true });
    expect(dry.json).toEqual({ files: 3, bytes: 15, versions: 2, packages: 1, trashDays: 14 });
    expect(await exists('stage', 'app/1.0.0/app.zip')).toBe(true);
    expect(await remove({ ...place, expect: 2 })).toMatchObject({
      status: 409,
      message: 'The content changed: stage/app now has 3 files, not 2. Check it again.',
    });
    expect(await packages('stage')).toContain('app 2');
    expect((await remove({ ...place, expect: 3 })).json).toEqual({
      ...{ files: 3, bytes: 15, deletion: expect.any(String) },
    });
    expect(await exists('stage', 'app/1.0.0/app.zip')).toBe(false);
    expect(await exists('stage', 'app-2/x')).toBe(true);
    expect(await packages('stage')).not.toContain('app 2');
    expect(await remove(place)).toMatchObject({ status: 404, message: 'Path app not found in stage' });
  });

  it('continues in batches', async () => {
    for (let at = 0; at < 450; at += 1) await tree.put('stage', `large/1.0.${at % 7}/${at}`, 'x');
    expect((await remove({ repoKey: 'stage', path: 'large', dry: true })).json).toMatchObject({
      files: 450,
      versions: 7,
    });
    expect((await tree.call('DELETE', '/artifactory/stage/large')).status).toBe(204);
    expect((await remove({ repoKey: 'stage', path: 'large', dry: true })).status).toBe(404);
    expect(await packages('stage')).not.toContain('large 7');
  });

  it('keeps other files next to those of packages without versions, and updates all counts', async () => {
    for (let at = 0; at < 30; at += 1) await tree.put('stage', `loose/${at}`, 'x');
    await tree.put('stage', 'loose/5.sha256');
    await tree.put('prod', 'loose/7', 'x');
    expect((await packages('stage')).filter((line) => line.startsWith('loose/'))).toHaveLength(30);
    for (const path of ['loose/5', 'loose/6']) await remove({ repoKey: 'stage', path });
    expect((await packages('stage')).filter((line) => /^loose\/[56] /.test(line))).toEqual(['loose/5 1']);
    await remove({ repoKey: 'stage', path: 'loose' });
    expect((await packages('stage')).filter((line) => line.startsWith('loose/'))).toEqual([]);
    expect((await packages('prod')).filter((line) => line.startsWith('loose/'))).toEqual(['loose/7 1']);
    const { rows } = await withStorage(tree.platform.storage, () =>
      db().execute(sql`SELECT c.repo, sum(c.packages)::integer AS counted,
        (SELECT count(*)::integer FROM package_listings l WHERE l.repo = c.repo AND l.type = c.type) AS listed
        FROM package_counts c WHERE type = 'generic' GROUP BY c.repo, c.type ORDER BY c.repo`),
    );
    expect(rows.map(({ counted }) => counted)).toEqual(rows.map(({ listed }) => listed));
    expect(rows.length).toBeGreaterThan(2);
  });

  it('requires delete permission on each file', async () => {
    await tree.put('prod', 'team/own/a');
    await tree.put('prod', 'team/other/b');
    await tree.user('cleo', 'prod', ['READ', 'DELETE'], ['team/own/**']);
    expect(await remove({ repoKey: 'prod', path: 'team' }, 'cleo')).toMatchObject({
      status: 403,
      message: 'User cleo does not have delete permission on every file in prod/team',
    });
    await tree.user('otto', 'prod', ['READ'], ['team/**']);
    await tree.user('otto', 'prod', ['DELETE'], ['team/own/**']);
    expect(await remove({ repoKey: 'prod', path: 'team' }, 'otto')).toMatchObject({
      status: 403,
      message: 'User otto has no delete permission on prod/team/other/b',
    });
    expect((await remove({ repoKey: 'prod', path: 'team/own', dry: true }, 'cleo')).status).toBe(200);
    expect((await remove({ repoKey: 'prod', path: 'team/own' }, 'cleo')).status).toBe(200);
    // Without any permission, the path looks missing.
    expect((await remove({ repoKey: 'stage', path: 'app-2' }, 'cleo')).status).toBe(404);
    expect(await exists('prod', 'team/other/b')).toBe(true);
  });

  it('unpublishes npm versions with their tags', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await publish('boat', version);
    const path = 'boat/-/boat-2.0.0.tgz';
    expect((await remove({ repoKey: 'npm-local', path, dry: true })).json).toMatchObject({
      files: 1,
      versions: 1,
      packages: 1,
    });
    expect((await tree.call('DELETE', `/artifactory/npm-local/${path}`)).status).toBe(204);
    const { json } = await tree.call('GET', '/artifactory/api/npm/npm-local/boat');
    expect(json).toMatchObject({ 'dist-tags': { latest: '1.1.0' } });
    expect(Object.keys((json as { versions: object }).versions)).toEqual(['1.0.0', '1.1.0']);
    expect((await remove({ repoKey: 'npm-local', path: 'boat', expect: 2 })).json).toMatchObject({
      files: 2,
    });
    expect((await tree.call('GET', '/artifactory/api/npm/npm-local/boat')).status).toBe(404);
    expect(await packages('npm-local')).toEqual([]);
  });

  it('rejects deletions that the repository does not allow', async () => {
    expect(await remove({ repoKey: 'npm', path: 'boat' })).toMatchObject({
      status: 409,
      message: 'npm shows the content of its members. Delete it there.',
    });
    expect(await remove({ repoKey: 'stage', path: '' })).toMatchObject({ status: 400 });
    expect(await remove({ repoKey: 'none', path: 'a' })).toMatchObject({ status: 404 });
  });
});

describe('copying and moving', () => {
  const transfer = (what: 'copy' | 'move', from: string, to: string, more: object = {}, who?: string) => {
    const [repoKey, ...path] = from.split('/');
    const [targetRepoKey, ...targetPath] = to.split('/');
    const body = { repoKey, path: path.join('/'), targetRepoKey, targetPath: targetPath.join('/') };
    return tree.call('POST', `${browser}/${what}`, { ...body, ...more }, who);
  };

  it('copies a folder with its properties, and reports in advance what would be replaced', async () => {
    for (const path of ['kit/1.0.0/a.zip', 'kit/1.0.0/b.zip', 'kit/1.1.0/a.zip'])
      await tree.put('stage', path);
    await tree.call('PUT', '/artifactory/api/storage/stage/kit/1.0.0/a.zip?properties=qa=passed');
    await tree.put('prod', 'kit/1.0.0/b.zip', 'another');
    const dry = await transfer('copy', 'stage/kit', 'prod/kit', { dry: true });
    expect(dry.json as TreeChange).toMatchObject({ files: 3, replaces: 1 });
    expect(await packages('prod')).toContain('kit 1');
    expect((await transfer('copy', 'stage/kit', 'prod/kit')).json).toMatchObject({ files: 3 });
    expect(await packages('prod')).toContain('kit 2');
    expect(await exists('stage', 'kit/1.1.0/a.zip')).toBe(true);
    const properties = await tree.call('GET', '/artifactory/api/storage/prod/kit/1.0.0/a.zip?properties');
    expect(properties.json).toMatchObject({ properties: { qa: ['passed'] } });
  });

  it('moves files away from their old path', async () => {
    for (const path of ['move/🐝 x/a', 'move/🐝 x/b', 'move/c']) await tree.put('stage', path);
    const { json } = await tree.call('POST', '/artifactory/api/move/stage/move?to=/prod/moved&dry=1');
    expect(json).toMatchObject({
      messages: [{ message: 'Dry run of moving stage:move to prod:moved: 3 artifacts would be moved' }],
    });
    expect((await tree.call('POST', '/artifactory/api/move/stage/move?to=/prod/moved')).status).toBe(200);
    const listed = await tree.call('GET', '/artifactory/api/storage/prod/moved?list&deep=1');
    expect((listed.json as { files: { uri: string }[] }).files.map(({ uri }) => uri)).toEqual([
      '/c',
      '/🐝 x/a',
      '/🐝 x/b',
    ]);
    expect((await remove({ repoKey: 'stage', path: 'move', dry: true })).status).toBe(404);
    expect((await packages('stage')).filter((name) => name.startsWith('move/'))).toEqual([]);
    expect(await packages('prod')).toEqual(expect.arrayContaining(['moved/c 1', 'moved/🐝 x/a 1']));
  });

  it('keeps dates, users, and downloads of moved files', async () => {
    await tree.put('stage', 'dated/a.txt');
    const facts = () =>
      withStorage(tree.platform.storage, async () => {
        const { rows } = await db().execute(sql`
          SELECT created::text, created_by, modified::text, modified_by, downloads::integer FROM files
          WHERE path IN ('dated/a.txt', 'moved/a.txt')`);
        return rows;
      });
    await withStorage(tree.platform.storage, () =>
      db().execute(sql`UPDATE files SET created = '2020-01-01', created_by = 'ann', modified = '2021-01-01',
        modified_by = 'bob', downloads = 7 WHERE path = 'dated/a.txt'`),
    );
    const before = await facts();
    const moved = await tree.call('POST', '/artifactory/api/move/stage/dated/a.txt?to=/stage/moved/a.txt');
    expect(moved.status).toBe(200);
    expect(await facts()).toEqual(before);
  });

  it('does not move files that were changed concurrently', async () => {
    await tree.put('stage', 'taken/list.json', '["old"]');
    const { storage } = tree.platform;
    let moved: ReturnType<typeof transfer> | undefined;
    await withStorage(storage, async () => {
      const blob = await blobs().put(Readable.from([Buffer.from('["new"]')]));
      await transaction(async () => {
        await putFile('stage', 'taken/list.json', blob, 'ann', { overwrite: true });
        moved = withStorage(storage, () => transfer('move', 'stage/taken', 'prod/taken'));
        await untilQueryWaits(storage);
      });
    });
    expect(await moved).toMatchObject({
      status: 409,
      message: 'stage/taken/list.json was changed concurrently. Try again.',
    });
    expect((await tree.call('GET', '/artifactory/stage/taken/list.json')).json).toEqual(['new']);
    expect(await exists('prod', 'taken/list.json')).toBe(false);
    expect((await transfer('move', 'stage/taken', 'prod/taken')).status).toBe(200);
    expect((await tree.call('GET', '/artifactory/prod/taken/list.json')).json).toEqual(['new']);
  });

  it('says in the preview whether something is at the new path, if the caller can see it', async () => {
    await tree.put('stage', 'seen/a.txt');
    await tree.put('prod', 'seen-2/a.txt');
    const preview = async (to: string, as?: string) =>
      ((await transfer('move', 'stage/seen', to, { dry: true }, as)).json as TreeChange).targetExists;
    expect(await preview('prod/seen')).toBe(false);
    expect(await preview('prod/seen-2')).toBe(true);
    expect(await preview('prod/seen-2/a.txt')).toBe(true);
  });

  it('moves into the folder if the target ends with a slash', async () => {
    await tree.put('stage', 'into/file.txt');
    await tree.call('POST', '/artifactory/api/copy/stage/into/file.txt?to=/prod/target/');
    expect(await exists('prod', 'target/file.txt')).toBe(true);
  });

  it('requires permissions on source and target', async () => {
    await tree.put('stage', 'rights/a');
    await tree.user('dora', 'stage', ['READ'], ['rights/**']);
    expect(await transfer('copy', 'stage/rights', 'prod/rights', {}, 'dora')).toMatchObject({ status: 404 });
    await tree.user('emil', 'prod', ['READ', 'WRITE', 'DELETE'], ['**']);
    expect(await transfer('copy', 'stage/rights', 'prod/rights', {}, 'emil')).toMatchObject({ status: 404 });
    expect(await transfer('move', 'stage/rights', 'prod/rights', {}, 'dora')).toMatchObject({ status: 404 });
    await tree.user('dora', 'prod', ['WRITE'], ['rights/**']);
    expect(await transfer('move', 'stage/rights', 'prod/rights', {}, 'dora')).toMatchObject({ status: 403 });
    expect(await exists('prod', 'rights/a')).toBe(false);
  });

  describe('by a user who can read a part of a repository', () => {
    beforeAll(async () => {
      for (const path of ['part/open/a', 'part/closed/hidden', 'part/c', 'hidden/d', 'full/e'])
        await tree.put('stage', path);
      await tree.put('prod', 'into/open/a', 'different content');
      for (const key of ['hidden', 'veiled'])
        await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
          rclass: 'local',
          packageType: 'generic',
        });
      await tree.put('hidden', 'x');
      await tree.user('gil', 'stage', ['READ'], ['part/open/**', 'part/c', 'full/**']);
      await tree.user('gil-deletes', 'stage', ['READ', 'DELETE'], ['part/open/**', 'part/c', 'full/**']);
      for (const who of ['gil', 'gil-deletes'])
        await tree.user(who, 'prod', ['WRITE', 'DELETE'], ['into/open/**', 'into/closed/**', 'fresh/**']);
    });

    /** Responses of the console and client APIs, dry runs included, and of plans. */
    async function answers(source: string, target: string, who: string): Promise<unknown[]> {
      const [repoKey = '', ...path] = source.split('/');
      const [targetRepoKey = '', ...targetPath] = target.split('/');
      const found: unknown[] = [];
      for (const what of ['copy', 'move'] as const) {
        found.push(await transfer(what, source, target, { dry: true }, who));
        found.push(await transfer(what, source, target, {}, who));
        found.push(await transfer(what, source, target, { continueState: 'a' }, who));
        for (const dry of ['&dry=1', ''])
          found.push(
            await tree.call('POST', `/artifactory/api/${what}/${source}?to=/${target}${dry}`, undefined, who),
          );
        const place = { repoKey: targetRepoKey, path: targetPath.join('/') };
        const nodes = [{ repoKey, path: path.join('/') }];
        found.push(await tree.call('POST', `${browser}/plan`, { what, nodes, target: place }, who));
      }
      return found;
    }
    const nameless = (found: unknown[]) =>
      JSON.stringify(found)
        .replace(/hidden|absent/g, 'NAME')
        .replace(/"request_id":"[^"]*"/g, '');

    it.each([
      ['a file', 'stage/part/closed/NAME', 'prod/fresh'],
      ['a folder', 'stage/NAME', 'prod/fresh'],
      ['a file below a folder', 'stage/NAME/d', 'prod/fresh'],
      ['a repository', 'NAME/x', 'prod/fresh'],
      ['a repository beside an unknown target', 'NAME/x', 'nowhere/fresh'],
      ['a repository beside a hidden target', 'NAME/x', 'veiled/fresh'],
      ['a target', 'stage/full', 'NAME/fresh'],
    ])('does not reveal %s', async (_what, source, target) => {
      for (const who of ['gil', 'gil-deletes']) {
        const told = async (name: string) =>
          answers(source.replace('NAME', name), target.replace('NAME', name), who);
        const hidden = await told('hidden');
        expect(nameless(hidden)).toBe(nameless(await told('absent')));
        expect((hidden[0] as { status: number }).status).toBeGreaterThan(400);
      }
    });

    it('moves only readable files', async () => {
      const dry = await transfer('copy', 'stage/part', 'prod/fresh', { dry: true }, 'gil');
      expect(dry.json).toMatchObject({ files: 2, replaces: 0 });
      expect((await transfer('copy', 'stage/part', 'prod/fresh', {}, 'gil')).json).toMatchObject({
        files: 2,
      });
      expect(await exists('prod', 'fresh/open/a')).toBe(true);
      expect(await exists('prod', 'fresh/closed/hidden')).toBe(false);
      const moved = await transfer('move', 'stage/part/open', 'prod/fresh/moved', {}, 'gil-deletes');
      expect(moved.json).toMatchObject({ files: 1 });
      expect(await exists('stage', 'part/closed/hidden')).toBe(true);
    });

    it('reports readable or deletable files at the target as replaced', async () => {
      await tree.put('stage', 'part/open/a');
      await tree.user('hal', 'stage', ['READ'], ['**']);
      await tree.user('hal', 'prod', ['WRITE'], ['into/**']);
      const count = async (who: string) =>
        (await transfer('copy', 'stage/part', 'prod/into', { dry: true }, who)).json as TreeChange;
      expect((await count('hal')).replaces).toBe(0);
      await tree.user('ida', 'stage', ['READ'], ['**']);
      await tree.user('ida', 'prod', ['WRITE', 'DELETE'], ['into/**']);
      expect((await count('ida')).replaces).toBe(1);
    });
  });

  it.each([
    ['copy', 'stage/kit', 'stage/kit/inside', 400, 'stage/kit cannot be copied or moved into itself'],
    ['move', 'stage/kit', 'stage/kit', 400, 'stage/kit cannot be copied or moved to the same path'],
    ['copy', 'stage/none', 'prod/none', 404, 'Path none not found in stage'],
    [
      'copy',
      'stage/kit',
      'npm-local/kit',
      409,
      'npm-local contains npm, which does not accept individual files. Publish to it with a client for npm.',
    ],
    ['copy', 'stage/kit', 'npm-remote/kit', 409, 'npm-remote caches an upstream and accepts no uploads'],
    ['copy', 'npm/kit', 'prod/kit', 409, 'npm shows the content of its members. Select one of them.'],
  ] as const)('refuses to %s %s to %s', async (what, from, to, status, message) => {
    expect(await transfer(what, from, to)).toMatchObject({ status, message });
  });
});

describe('properties', () => {
  it('are changed and deleted in one request', async () => {
    await tree.put('stage', 'props.txt');
    const address = '/artifactory/api/metadata/stage/props.txt';
    expect((await tree.call('PATCH', address, { props: { a: ['1', '2'], b: 'x,y;z' } })).status).toBe(204);
    expect((await tree.call('PATCH', address, { props: { a: null, c: '3' } })).status).toBe(204);
    const { json } = await tree.call('GET', '/artifactory/api/storage/stage/props.txt?properties');
    expect(json).toMatchObject({ properties: { b: ['x,y;z'], c: ['3'] } });
    await tree.user('fay', 'stage', ['READ'], ['**']);
    expect((await tree.call('PATCH', address, { props: { d: '4' } }, 'fay')).status).toBe(403);
    for (const props of [undefined, [], { '1a': 'x' }, { a: 1 }, { a: 'x\u0000' }])
      expect((await tree.call('PATCH', address, { props })).status).toBe(400);
  });
});

describe('a folder of the tree', () => {
  it('is deleted with its last file', async () => {
    await tree.put('stage', 'lonely/deep/file');
    await remove({ repoKey: 'stage', path: 'lonely/deep/file' });
    const body = { type: 'junction', repoKey: 'stage', path: '' };
    const { json } = await tree.call('POST', browser, body);
    expect((json as TreePage).data.map(({ text }) => text)).not.toContain('lonely');
  });
});
