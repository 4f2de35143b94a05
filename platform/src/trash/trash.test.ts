import type { TrashItem, TrashOutcome, TrashPage, TrashUsage, TreeChange } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { db, withStorage } from '../database/db.ts';
import { watchStatements } from '../database/watchStatements.ts';
import { collectAll } from '../operations/garbageCollection/collect.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const password = 'an old tune of the sea';
const trash = '/ui/api/v1/ui/trash';
let platform: TestPlatform;
let rosa: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
  rosa = await signIn(platform.app, 'rosa', password);
});
afterAll(() => platform?.close());
beforeEach(async () => {
  await settings({ days: 14, excluded: [] });
  await call('DELETE', trash);
});

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
const call = (method: Method, url: string, payload?: object | string) =>
  platform.app.inject({
    ...{ method, url, headers: { authorization: platform.adminAuth } },
    ...(payload === undefined ? {} : { payload }),
  });
const settings = (body: object) => call('PUT', `${trash}/settings`, body);
const put = (path: string, body: string) => call('PUT', `/artifactory/generic-local/${path}`, body);
const remove = (path: string) => call('DELETE', `/artifactory/generic-local/${path}`);
const items = async (query = '') => (await call('GET', `${trash}${query}`)).json<TrashPage>().items;
const restore = (ids: string[]) => call('POST', `${trash}/restore`, { items: ids });
const text = async (path: string) => {
  const { statusCode, body } = await call('GET', `/artifactory/generic-local/${path}`);
  return statusCode === 200 ? body : statusCode;
};
/** Deletes all content that nothing refers to, as if it were old. Returns the number of blobs. */
const collect = () =>
  withStorage(platform.storage, async () => {
    await db().execute(sql`UPDATE blobs SET touched = now() - interval '3 days'`);
    return (await collectAll({ remove: true, graceSeconds: 60 })).bytes.count;
  });

it('lists deleted files with the user, and restores them after a garbage collection', async () => {
  await put('docs/manual.txt', 'how to');
  expect((await remove('docs/manual.txt')).statusCode).toBe(204);
  const [item] = await items();
  expect(item).toMatchObject({
    repo: 'generic-local',
    deletedBy: 'admin',
    files: 1,
    bytes: 6,
    path: 'docs/manual.txt',
  });
  expect(Date.parse(item?.expires ?? '') - Date.parse(item?.deleted ?? '')).toBe(14 * 86_400_000);
  await collect();
  expect((await restore([item?.id ?? ''])).json<TrashOutcome>().restored).toHaveLength(1);
  expect(await text('docs/manual.txt')).toBe('how to');
});

it('keeps a folder of many files with few statements', async () => {
  for (let at = 0; at < 60; at++) await put(`many/${at}.txt`, String(at));
  let statements = 0;
  watchStatements(platform.storage, (text) => {
    if (text.includes('INSERT INTO trash_')) statements++;
    return undefined;
  });
  expect((await remove('many')).statusCode).toBe(204);
  expect((await call('GET', `${trash}?limit=100`)).json<TrashPage>().items).toHaveLength(60);
  expect(statements).toBe(2);
});

it('names the deletion of a folder, which restores all of it', async () => {
  for (const name of ['a', 'b', 'c/d']) await put(`folder/${name}.txt`, name);
  const node = { repoKey: 'generic-local', path: 'folder' };
  const done = (await call('POST', '/ui/api/v1/ui/v2/treebrowser/remove', node)).json<TreeChange>();
  expect(done).toMatchObject({ files: 3, deletion: expect.any(String) });
  const outcome = (
    await call('POST', `${trash}/restore`, { deletions: [done.deletion] })
  ).json<TrashOutcome>();
  expect([outcome.restored.length, outcome.failed, outcome.next]).toEqual([3, [], undefined]);
  expect(await text('folder/c/d.txt')).toBe('c/d');
});

it('does not replace other content', async () => {
  await put('taken.txt', 'old');
  await remove('taken.txt');
  await put('taken.txt', 'new');
  const [item] = await items();
  const { failed } = (await restore([item?.id ?? ''])).json<TrashOutcome>();
  expect(failed[0]?.message).toContain('generic-local/taken.txt exists with different content');
  expect([await text('taken.txt'), (await items()).length]).toEqual(['new', 1]);
});

it('counts content that only the trash uses apart, and frees it when the item is deleted', async () => {
  await collect();
  await put('one.txt', 'only once');
  await put('two.txt', 'twice');
  await put('three.txt', 'twice');
  for (const path of ['one.txt', 'two.txt']) await remove(path);
  expect((await call('GET', `${trash}/usage`)).json<TrashUsage>()).toEqual({
    ...{ items: 2, files: 2, bytes: 14, storedBytes: 9 },
  });
  expect(await collect()).toBe(0);
  const one = (await items('?name=ONE')).at(0)?.id;
  expect((await call('DELETE', `${trash}/items/${one}`)).statusCode).toBe(204);
  expect((await call('DELETE', `${trash}/items/${one}`)).statusCode).toBe(404);
  expect(await collect()).toBe(1);
  expect((await call('DELETE', `${trash}?repo=generic-local`)).json()).toEqual({ items: 1, bytes: 5 });
  expect(await items()).toEqual([]);
});

it('deletes items permanently when they expire', async () => {
  await put('old.txt', 'old');
  await remove('old.txt');
  await withStorage(platform.storage, () =>
    db().execute(sql`UPDATE trash_items SET deleted = now() - interval '13 days'`),
  );
  await platform.app.jobs.runNow('empty-trash');
  expect(await items()).toHaveLength(1);
  await settings({ days: 12, excluded: [] });
  await platform.app.jobs.runNow('empty-trash');
  await expect.poll(items).toEqual([]);
});

it.each([
  { days: 0, excluded: [] },
  { days: 14, excluded: ['generic-local'] },
])('keeps nothing with the settings %j', async (body) => {
  expect((await settings(body)).json()).toEqual(body);
  await put('gone.txt', 'gone');
  await remove('gone.txt');
  expect(await items()).toEqual([]);
});

it('shows users only what they could delete, and only administrators empty it', async () => {
  await put('secret.txt', 'secret');
  await remove('secret.txt');
  const [item] = await items();
  expect((await rosa.inject({ url: trash })).json<TrashPage>().items).toEqual([]);
  const payload = { items: [item?.id ?? ''] };
  const answer = await rosa.inject({ method: 'POST', url: `${trash}/restore`, payload });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'NOT_FOUND']);
  for (const [method, url] of [
    ['DELETE', trash],
    ['DELETE', `${trash}/items/${item?.id}`],
    ['GET', `${trash}/usage`],
    ['GET', `${trash}/settings`],
  ] as const)
    expect([url, (await rosa.inject({ method, url })).statusCode]).toEqual([url, 403]);
  expect((await platform.app.inject({ url: trash })).statusCode).toBe(401);
});

it('shows users what they deleted, and what they could have deleted, of repositories that they can read', async () => {
  const permission = async (actions: string[]) => {
    const resources = {
      artifact: {
        actions: { users: { rosa: actions }, groups: {} },
        targets: { 'generic-local': { include_patterns: ['team/**'] } },
      },
    };
    await call('DELETE', '/access/api/v2/permissions/team');
    const made = await call('POST', '/access/api/v2/permissions', { name: 'team', resources });
    expect(made.statusCode, made.body).toBe(201);
  };
  const theirs = async () => (await rosa.inject({ url: trash })).json<TrashPage>();
  for (const name of ['team/own.txt', 'team/other.txt', 'else/other.txt']) await put(name, name);
  await permission(['READ', 'DELETE']);
  const own = await rosa.inject({ method: 'DELETE', url: '/artifactory/generic-local/team/own.txt' });
  expect(own.statusCode).toBe(204);
  await remove('team/other.txt');
  await remove('else/other.txt');
  const paths = async () => (await theirs()).items.map(({ path }) => path).sort();
  expect(await paths()).toEqual(['team/other.txt', 'team/own.txt']);
  // Restoring is publishing.
  const [item] = (await theirs()).items;
  const refused = await rosa.inject({
    method: 'POST',
    url: `${trash}/restore`,
    payload: { items: [item?.id] },
  });
  expect(refused.json<TrashOutcome>().restored).toEqual([]);
  await permission(['READ']);
  expect(await paths()).toEqual(['team/own.txt']);
  await call('DELETE', '/access/api/v2/permissions/team');
});

it('tells nothing of hidden items, not even by a cursor', async () => {
  await call('DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
  for (let at = 0; at < 3; at++) {
    await put(`hidden/${at}.txt`, 'x');
    await remove(`hidden/${at}.txt`);
  }
  const page = await rosa.inject({ url: `${trash}?repo=generic-local&limit=1` });
  expect(page.json()).toEqual({ items: [] });
});

it('pages through the items', async () => {
  for (const name of ['a', 'b', 'c']) await put(`pages/${name}.txt`, name);
  for (const name of ['a', 'b', 'c']) await remove(`pages/${name}.txt`);
  const found: TrashItem[] = [];
  let cursor = '';
  do {
    const page = (await call('GET', `${trash}?limit=2${cursor}`)).json<TrashPage>();
    found.push(...page.items);
    cursor = page.next === undefined ? '' : `&cursor=${encodeURIComponent(page.next)}`;
  } while (cursor);
  expect(found.map(({ path }) => path)).toEqual(['pages/c.txt', 'pages/b.txt', 'pages/a.txt']);
  expect((await call('GET', `${trash}?cursor=none`)).statusCode).toBe(400);
});

it('states before a deletion whether it can be undone', async () => {
  await put('docs/manual.txt', 'how to');
  const tree = '/ui/api/v1/ui/v2/treebrowser';
  const nodes = [{ repoKey: 'generic-local', path: 'docs' }];
  const previews = async () => [
    (await call('POST', `${tree}/remove`, { ...nodes[0], dry: true })).json().trashDays,
    (await call('POST', `${tree}/plan`, { what: 'remove', nodes })).json().trashDays,
  ];
  expect(await previews()).toEqual([14, 14]);
  await settings({ days: 3, excluded: ['npm-local'] });
  expect(await previews()).toEqual([3, 3]);
  await settings({ days: 3, excluded: ['generic-local'] });
  expect(await previews()).toEqual([undefined, undefined]);
  await settings({ days: 0, excluded: [] });
  expect(await previews()).toEqual([undefined, undefined]);
});

it('keeps both contents if requests have the same ID', async () => {
  const headers = { authorization: platform.adminAuth, 'x-request-id': 'the-same' };
  for (const body of ['first', 'second']) {
    await put('docs/manual.txt', body);
    await platform.app.inject({
      method: 'DELETE',
      url: '/artifactory/generic-local/docs/manual.txt',
      headers,
    });
  }
  expect(await items()).toHaveLength(2);
});

it('restores more items than a request takes, without those that fail', async () => {
  for (let at = 0; at < 205; at++) await put(`many/${at}.txt`, `${at}`);
  const place = { repoKey: 'generic-local', path: 'many' };
  const { deletion } = (await call('POST', '/ui/api/v1/ui/v2/treebrowser/remove', place)).json<TreeChange>();
  await put('many/7.txt', 'other content');
  const outcomes: TrashOutcome[] = [];
  let cursor: string | undefined;
  do {
    const body = { deletions: [deletion], ...(cursor === undefined ? {} : { cursor }) };
    const outcome = (await call('POST', `${trash}/restore`, body)).json<TrashOutcome>();
    outcomes.push(outcome);
    cursor = outcome.next;
    // Items that failed leave the trash otherwise, while the restoration continues.
    for (const { id } of outcome.failed) await call('DELETE', `${trash}/items/${id}`);
  } while (cursor !== undefined);
  expect(outcomes.map(({ restored, failed }) => restored.length + failed.length)).toEqual([200, 5]);
  expect(outcomes.flatMap(({ failed }) => failed.map(({ name }) => name))).toEqual(['many/7.txt']);
  expect(await text('many/7.txt')).toBe('other content');
  const { rows } = await withStorage(platform.storage, () =>
    db().execute(sql`SELECT event, detail FROM audit_events WHERE event = 'content-restored'`),
  );
  expect(rows.length).toBeGreaterThanOrEqual(204);
});
