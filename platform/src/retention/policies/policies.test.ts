import type { CleanupItems, CleanupPolicy, CleanupRun, CleanupSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BundleWorld, bundleWorld, sha256 } from '../../bundles/testing/bundleWorld.ts';
import { db, withStorage } from '../../database/db.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { digestOf, pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { Conditions } from '../runs/Conditions.ts';
import { openItems } from '../runs/itemTable.ts';
import { performRun } from '../runs/performRun.ts';
import { removeItem } from '../runs/removeItem.ts';
import { addRun, addRunIfIdle, nextRun } from '../runs/runTable.ts';
import { cleanupCalls, runPolicy } from '../testing/runPolicy.ts';

const prefix = cleanupCalls;
const base: CleanupSettings = {
  ...{ description: '', enabled: false, repositories: [], repositoryClasses: [], packageTypes: [] },
  ...{ select: 'all', include: [], exclude: [], keepBuilds: true, every: 'never', hour: 2 },
};
let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld({ LADING_DISTRIBUTION: 'true' });
});
afterAll(() => world.close());

const within = <T>(work: () => Promise<T>) => withStorage(world.platform.storage, work);
const save = (key: string, settings: Partial<CleanupSettings>) =>
  world.call('PUT', `${prefix}/policies/${key}`, { ...base, ...settings });
const run = (key: string, dry: boolean) => runPolicy(world, key, dry);
const items = async ({ id }: CleanupRun, state = '') =>
  ((await world.call('GET', `${prefix}/runs/${id}/items${state}`)).json as CleanupItems).items;
const pathsOf = async (of: CleanupRun, state?: string) =>
  (await items(of, state)).map(({ path }) => path).sort();
const status = async (path: string) => (await world.call('GET', `/artifactory/${path}`)).status;
/** Sets the age of all content. */
const age = (days: number) =>
  within(async () => {
    await db().execute(
      sql`UPDATE files SET modified = now() - make_interval(days => ${days}), last_downloaded = NULL`,
    );
    for (const [table, column] of [
      ['blobs', 'touched'],
      ['docker_blobs', 'touched'],
    ])
      await db().execute(
        sql`UPDATE ${sql.raw(table ?? '')} SET ${sql.raw(column ?? '')} = now() - make_interval(days => ${days})`,
      );
  });
const blobsHave = async (sha: string) =>
  within(async () => (await db().execute(sql`SELECT FROM blobs WHERE sha256 = ${sha}`)).rowCount === 1);

/**
 * Users of peers reported what must not happen here: a dry run that deletes (harbor#15332), garbage
 * collection that ignores retention (harbor#17230), an estimate above what is freed (harbor#16482),
 * space that further tasks must free (nexus-public#468, #705), a run of many days
 * (nexus-public#187, `npm run bench -- cleanup`), and deletion of what virtual repositories serve
 * (nexus-public#413).
 */
describe('cleanup policies', () => {
  it('can be created, changed, and deleted, and require a condition', async () => {
    expect((await save('none', { repositories: ['libs'] })).message).toContain('Enter an age');
    expect((await save('none', { olderThanDays: 1 })).message).toContain('Select repositories');
    const virtual = await save('none', { repositories: ['generic'], olderThanDays: 1 });
    expect([virtual.status, virtual.code]).toEqual([400, 'BAD_POLICY']);
    const saved = await save('nightly', {
      ...{ repositories: ['libs'], olderThanDays: 30, enabled: true, every: 'day', hour: 3 },
    });
    const { nextRun: next } = saved.json as CleanupPolicy;
    expect(new Date(next ?? '').getUTCHours()).toBe(3);
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now());
    expect((await world.call('DELETE', `${prefix}/policies/nightly`)).status).toBe(204);
    expect((await world.call('GET', `${prefix}/policies/nightly`)).code).toBe('POLICY_NOT_FOUND');
  });

  it('are not replaced by the creation of one with their key', async () => {
    await save('taken', { repositories: ['libs'], olderThanDays: 30 });
    const { app, adminAuth: authorization } = world.platform;
    const create = (key: string) =>
      app.inject({
        ...{ method: 'PUT', url: `${prefix}/policies/${key}` },
        headers: { authorization, 'if-none-match': '*' },
        payload: { ...base, repositories: ['libs'], olderThanDays: 1 },
      });
    const refused = await create('taken');
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'POLICY_EXISTS']);
    const { json } = await world.call('GET', `${prefix}/policies/taken`);
    expect((json as CleanupPolicy).olderThanDays).toBe(30);
    expect((await create('free')).statusCode).toBe(200);
    for (const key of ['taken', 'free']) await world.call('DELETE', `${prefix}/policies/${key}`);
  });

  it('name the field of an error', async () => {
    const detail = async (settings: Partial<CleanupSettings>) =>
      (await save('none', { olderThanDays: 1, repositories: ['libs'], ...settings })).json.errors[0].detail;
    expect(await detail({ repositories: ['missing'] })).toBe('repositories');
    expect(await detail({ packageTypes: ['nonsense'] })).toBe('packageTypes');
    expect(await detail({ packageTypes: ['npm'] })).toBe('packageTypes');
    expect(await detail({ select: 'untagged', keepNewest: 1 })).toBe('keepNewest');
    const { olderThanDays: _none, ...rest } = { ...base, repositories: ['libs'] };
    expect((await world.call('PUT', `${prefix}/policies/none`, rest)).json.errors[0].detail).toBe(
      'olderThanDays',
    );
  });

  it('select only the package types of the selected repositories', async () => {
    await world.deploy('libs/typed/a.bin', 'typed');
    await age(40);
    await save('typed', {
      ...{ repositories: ['libs', 'npm-local'], packageTypes: ['npm'], olderThanDays: 30 },
    });
    expect(await pathsOf(await run('typed', true))).toEqual([]);
    await world.call('DELETE', `/artifactory/libs/typed/a.bin`);
  });

  it('run once when they are started twice at the same time', async () => {
    await save('twice', { repositories: ['libs'], olderThanDays: 30_000 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.call('POST', `${prefix}/policies/twice/runs`, { dry: true })),
    );
    const { json } = await world.call('GET', `${prefix}/policies/twice/runs`);
    const started = answers.filter(({ status: each }) => each === 202);
    expect(json).toHaveLength(started.length);
    for (const { status: each, code } of answers)
      expect([202, 'POLICY_RUNNING']).toContain(each === 202 ? each : code);
    await within(async () => {
      await db().execute(sql`DELETE FROM cleanup_runs WHERE policy = 'held'`);
      const add = () => addRunIfIdle('held', base, { dry: true, by: '' });
      const ids = await Promise.all(Array.from({ length: 8 }, add));
      expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
      await db().execute(sql`DELETE FROM cleanup_runs WHERE policy = 'held'`);
    });
  });

  it('list in a dry run exactly what a run then deletes and frees, without deleting anything', async () => {
    await world.deploy('libs/tmp/a.bin', 'a'.repeat(1000));
    await world.deploy('libs/tmp/copy-of-a.bin', 'a'.repeat(1000));
    await world.deploy('libs/tmp/shared.bin', 's'.repeat(500));
    await world.deploy('libs/tmp/keep/c.bin', 'c');
    await world.deploy('libs/other.bin', 'o');
    await world.deploy('libs-prod/shared.bin', 's'.repeat(500));
    await age(40);
    await world.deploy('libs/tmp/new.bin', 'n');
    await save('tmp', {
      repositories: ['libs'],
      olderThanDays: 30,
      include: ['tmp/**'],
      exclude: ['tmp/keep/'],
    });
    const dry = await run('tmp', true);
    const expected = ['tmp/a.bin', 'tmp/copy-of-a.bin', 'tmp/shared.bin'];
    expect(await pathsOf(dry)).toEqual(expected);
    // Equal content counts once, and content that another repository uses is not freed.
    expect(dry).toMatchObject({ selected: 3, files: 3, bytes: 2500, freeableBytes: 1000, freedBytes: 1000 });
    for (const path of expected) expect(await status(`libs/${path}`)).toBe(200);

    await age(40);
    await world.deploy('libs/tmp/new.bin', 'newer');
    const real = await run('tmp', false);
    expect(await pathsOf(real, '?state=deleted')).toEqual(expected);
    expect(real).toMatchObject({
      deleted: 3,
      kept: 0,
      failed: 0,
      bytes: 2500,
      freeableBytes: 1000,
      freedBytes: 1000,
    });
    for (const path of expected) expect(await status(`libs/${path}`)).toBe(404);
    for (const path of ['libs/tmp/new.bin', 'libs/tmp/keep/c.bin', 'libs/other.bin', 'libs-prod/shared.bin'])
      expect(await status(path)).toBe(200);
    expect(await blobsHave(sha256('a'.repeat(1000)))).toBe(false);
    const audit = await world.call('GET', '/access/api/v1/audit?event=cleanup-run');
    expect(JSON.stringify(audit.json)).toContain('Cleanup policy tmp (run');
  });

  it('keep downloaded content, including downloads through a virtual repository', async () => {
    await world.platform.createRepository('libs-all', {
      ...{ rclass: 'virtual', packageType: 'generic', repositories: ['libs'] },
    });
    for (const name of ['unused', 'direct', 'virtual']) await world.deploy(`libs/used/${name}.bin`, name);
    await age(40);
    expect(await status('libs/used/direct.bin')).toBe(200);
    expect(await status('libs-all/used/virtual.bin')).toBe(200);
    await vi.waitFor(async () => {
      const { json } = await world.call('GET', '/artifactory/api/storage/libs/used/virtual.bin?stats');
      expect(json.downloadCount).toBe(1);
    });
    await save('unused', { repositories: ['libs'], notDownloadedDays: 30, include: ['used/**'] });
    expect(await pathsOf(await run('unused', true))).toEqual(['used/unused.bin']);
  });

  it('keep content of release bundles, and content that a build refers to', async () => {
    for (const name of ['bundled', 'built', 'free']) await world.deploy(`libs/kept/${name}.bin`, name);
    expect((await world.create('suite', '1.0.0', ['libs/kept/bundled.bin'])).status).toBe(201);
    const build = {
      ...{ name: 'web', number: '7', started: '2026-01-02T03:04:05.000+0000' },
      modules: [
        { id: 'web', artifacts: [{ name: 'built.bin', sha256: sha256('built'), sha1: 'x', md5: 'x' }] },
      ],
    };
    expect((await world.call('PUT', '/artifactory/api/build', build)).status).toBe(204);
    await age(40);
    await save('kept', { repositories: ['libs'], olderThanDays: 30, include: ['kept/**'] });
    const done = await run('kept', false);
    expect(await pathsOf(done, '?state=deleted')).toEqual(['kept/free.bin']);
    const reasons = (await items(done, '?state=kept')).map(({ path, reason }) => [path, reason]);
    expect(reasons).toEqual([
      ['kept/built.bin', 'Build web 7 refers to it'],
      ['kept/bundled.bin', expect.stringContaining('Release bundle suite 1.0.0 contains it')],
    ]);
    expect(await status('libs/kept/bundled.bin')).toBe(200);
  });

  it('keep the newest versions of each package, or select only pre-releases', async () => {
    for (const version of ['1.0.0', '1.9.0', '1.10.0', '2.0.0-beta.1', '2.0.0-beta.2']) {
      const sample = { name: 'left', version };
      const body = publishBody(sample, await sampleTarball(sample));
      expect((await world.call('PUT', '/artifactory/api/npm/npm-local/left', body)).status).toBe(201);
    }
    const versions = async (of: CleanupRun) => (await items(of)).map((each) => each.packageVersion);
    await save('newest', { repositories: ['npm-local'], keepNewest: 3 });
    expect(await versions(await run('newest', true))).toEqual(['1.9.0', '1.0.0']);
    await save('betas', { repositories: ['npm-local'], select: 'prereleases', keepNewest: 1 });
    const done = await run('betas', false);
    expect(await versions(done)).toEqual(['2.0.0-beta.1']);
    const { json } = await world.call('GET', '/artifactory/api/npm/npm-local/left');
    expect(Object.keys(json.versions)).toEqual(['1.0.0', '1.9.0', '1.10.0', '2.0.0-beta.2']);
    // Uploaded just now: garbage collection frees it a day later.
    expect(done.freeableBytes).toBeGreaterThan(0);
    expect(done.freedBytes).toBe(0);
  });

  it('keep versions that a tag of the policy refers to', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
      const sample = { name: 'tagged', version };
      const body = publishBody(sample, await sampleTarball(sample));
      expect((await world.call('PUT', '/artifactory/api/npm/npm-local/tagged', body)).status).toBe(201);
    }
    const tag = '/artifactory/api/npm/npm-local/-/package/tagged/dist-tags/release-1';
    expect((await world.call('PUT', tag, '"1.0.0"' as never)).status).toBeLessThan(300);
    await age(40);
    const policy = { repositories: ['npm-local'], olderThanDays: 30, include: ['tagged/**'] };
    await save('tags', { ...policy, keepTags: ['latest', 'release-*'] });
    const done = await run('tags', false);
    expect((await items(done, '?state=deleted')).map((each) => each.packageVersion)).toEqual(['1.1.0']);
    const kept = (await items(done, '?state=kept')).map(({ packageVersion, reason }) => [
      packageVersion,
      reason,
    ]);
    expect(kept.sort()).toEqual([
      ['1.0.0', 'The tag release-1 refers to it'],
      ['2.0.0', 'The tag latest refers to it'],
    ]);
    expect((await save('tags', { ...policy, keepTags: ['a*'.repeat(50)] })).status).toBe(400);
  });

  it('tell in a dry run what a run frees now, and what garbage collection frees later', async () => {
    await world.deploy('libs/fresh/a.bin', 'fresh'.repeat(100));
    await within(() =>
      db().execute(sql`UPDATE files SET modified = now() - interval '40 days' WHERE path = 'fresh/a.bin'`),
    );
    await save('fresh', { repositories: ['libs'], olderThanDays: 30, include: ['fresh/**'] });
    const dry = await run('fresh', true);
    expect(dry).toMatchObject({ selected: 1, freeableBytes: 500, freedBytes: 0 });
    expect(await run('fresh', false)).toMatchObject({ deleted: 1, freeableBytes: 500, freedBytes: 0 });
  });

  it('begin by their schedule, on the day and hour that it says', async () => {
    await world.deploy('libs/scheduled/a.bin', 'scheduled');
    await age(40);
    await save('weekly', {
      ...{ repositories: ['libs'], include: ['scheduled/**'], olderThanDays: 30 },
      ...{ enabled: true, every: 'week', hour: 3 },
    });
    await within(() =>
      db().execute(
        sql`UPDATE cleanup_policies SET next_run = now() - interval '1 minute' WHERE key = 'weekly'`,
      ),
    );
    await world.platform.app.jobs.runNow('run-cleanup-policies');
    await vi.waitFor(async () => {
      const [last] = (await world.call('GET', `${prefix}/policies/weekly/runs`)).json as CleanupRun[];
      expect(last).toMatchObject({ state: 'finished', requestedBy: '', deleted: 1 });
    });
    expect(await status('libs/scheduled/a.bin')).toBe(404);
    const { nextRun: next } = (await world.call('GET', `${prefix}/policies/weekly`)).json as CleanupPolicy;
    const date = new Date(next ?? '');
    expect([date.getUTCDay(), date.getUTCHours(), date.getTime() > Date.now()]).toEqual([0, 3, true]);
    await world.call('DELETE', `${prefix}/policies/weekly`);
  });

  it('continue an interrupted run, and skip content used since the selection', async () => {
    for (const name of ['one', 'two', 'three']) await world.deploy(`libs/again/${name}.bin`, name);
    await age(40);
    const settings = { ...base, repositories: ['libs'], notDownloadedDays: 30, include: ['again/**'] };
    await within(async () => {
      const id = await addRun('again', settings, { dry: false, by: 'admin' });
      const killed = new AbortController();
      const first = await nextRun();
      expect(first?.id).toBe(id);
      // Aborted between the selection and the deletion, then after one item.
      const selecting = performRun(
        { ...(first as NonNullable<typeof first>), dry: true },
        options(killed.signal),
      );
      await selecting;
      await db().execute(
        sql`UPDATE cleanup_runs SET state = 'deleting', ended = NULL WHERE id = ${id}::bigint`,
      );
      const [item] = await openItems(id, 1);
      if (item) await removeItem(id, item, new Conditions(settings, Date.now()));
      await db().execute(sql`UPDATE files SET last_downloaded = now() WHERE path = 'again/two.bin'`);
      const next = await nextRun();
      expect(next?.state).toBe('deleting');
      if (next) await performRun(next, options(new AbortController().signal));
    });
    const { json } = await world.call('GET', `${prefix}/policies/again/runs`);
    expect(json[0]).toMatchObject({ state: 'finished', deleted: 2, kept: 1, failed: 0 });
    expect(await status('libs/again/two.bin')).toBe(200);
  });

  it('require an administrator', async () => {
    expect((await world.call('GET', `${prefix}/policies`, undefined, '')).status).toBe(401);
  });
});

const options = (signal: AbortSignal) => ({ collects: true, signal });

describe('a cleanup policy for images', () => {
  it('deletes tags with layers that no other image needs, and frees exactly the estimate', async () => {
    await world.platform.app.listen({ host: '127.0.0.1', port: 0 });
    const address = world.platform.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const client = new RegistryClient(`http://127.0.0.1:${port}`, {
      ...{ user: 'admin', password: world.platform.adminPassword },
    });
    const name = 'docker-local/app';
    await pushImage(client, name, 'v1', { layer: 'one'.repeat(100), config: { author: 'one' } });
    await pushImage(client, name, 'v2', { layer: 'two'.repeat(100), config: { author: 'two' } });
    const kept = await pushImage(client, name, 'v3', {
      layer: 'two'.repeat(100),
      config: { author: 'three' },
    });
    await age(40);
    await within(() =>
      db().execute(
        sql`UPDATE files SET modified = now() WHERE repo = 'docker-local' AND path LIKE 'app/v3/%'`,
      ),
    );
    await save('images', { repositories: ['docker-local'], keepNewest: 1 });
    const dry = await run('images', true);
    expect((await items(dry)).map((each) => each.packageVersion).sort()).toEqual(['v1', 'v2']);
    await age(40);
    await within(() =>
      db().execute(
        sql`UPDATE files SET modified = now() WHERE repo = 'docker-local' AND path LIKE 'app/v3/%'`,
      ),
    );
    const done = await run('images', false);
    expect(done).toMatchObject({ deleted: 2, failed: 0 });
    expect(done.freeableBytes).toBe(dry.freeableBytes);
    expect(done.freedBytes).toBe(dry.freeableBytes);
    expect(await blobsHave(digestOf('one'.repeat(100)).slice('sha256:'.length))).toBe(false);
    // Everything is old enough to be collected now: what the policy kept stays.
    await age(40);
    expect((await world.call('POST', '/artifactory/api/system/storage/gc')).status).toBe(200);
    expect((await client.ask('GET', `/v2/${name}/manifests/v3`)).status).toBe(200);
    const pulled = await client.ask('GET', `/v2/${name}/blobs/${kept.layer.digest}`);
    expect(pulled.text).toBe('two'.repeat(100));
  });
});
