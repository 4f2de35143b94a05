import type { NativeEntry, NativeListing } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';
import type { Within } from './reach.ts';
import { sortedChildren } from './sortedChildren.ts';

const browser = '/ui/api/v1/ui/v2/nativeBrowser';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  const put = (path: string, bytes: number) => tree.put('generic-local', path, 'x'.repeat(bytes));
  await put('sizes/big.bin', 300);
  await put('sizes/Small.txt', 3);
  await put('sizes/folder/a', 40);
  await put('sizes/folder/inner/b', 60);
  await put('sizes/folder/secret', 1000);
  await put('sizes/hidden/secret', 5000);
  await put('sizes/middle.json', 30);
  for (let at = 0; at < 23; at += 1)
    await put(`many/${String(at).padStart(2, '0')}${at % 5 ? '' : '/inside'}`, 1 + (at % 4));
  for (const key of ['first', 'second'])
    await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
      rclass: 'local',
      packageType: 'generic',
    });
  await tree.put('first', 'shared/one', 'four');
  await tree.put('second', 'shared/one', 'longer than four');
  await tree.put('second', 'shared/two', 'x'.repeat(10));
  const virtual = { rclass: 'virtual', packageType: 'generic', repositories: ['first', 'second'] };
  await tree.call('PUT', '/artifactory/api/repositories/both', virtual);
});
afterAll(() => tree?.platform.close());

const run = (statement: ReturnType<typeof sql>) =>
  withStorage(tree.platform.storage, () => db().execute(statement));

async function list(path: string, query: object = {}, who?: string): Promise<NativeListing> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  const { status, json, message } = await tree.call('GET', `${browser}/${path}?${search}`, undefined, who);
  if (status !== 200) throw new Error(`${status} ${message}`);
  return json as NativeListing;
}

async function all(path: string, query: object, who?: string): Promise<NativeEntry[]> {
  const found: NativeEntry[] = [];
  for (let state: string | undefined, first = true; first || state !== undefined; first = false) {
    const page = await list(
      path,
      { ...query, ...(state === undefined ? {} : { continueState: state }) },
      who,
    );
    found.push(...page.data);
    state = page.continueState;
  }
  return found;
}
const names = (entries: readonly NativeEntry[]) =>
  entries.map(({ name, folder }) => (folder ? `${name}/` : name));

describe('the list of a folder', () => {
  it('contains files with their details, and the sums of folders on request', async () => {
    await run(sql`UPDATE files SET downloads = 7, created = '2026-01-02T00:00:00Z',
      modified = '2026-03-04T00:00:00Z' WHERE path = 'sizes/folder/a'`);
    await run(sql`UPDATE files SET downloads = 2, created = '2026-01-05T00:00:00Z',
      modified = '2026-03-09T00:00:00Z' WHERE path LIKE 'sizes/folder/%' AND path <> 'sizes/folder/a'`);
    const { data } = await list('generic-local/sizes', { folders: true });
    expect(names(data)).toEqual(['Small.txt', 'big.bin', 'folder/', 'hidden/', 'middle.json']);
    expect(data[0]).toMatchObject({ size: 3, downloads: 0, mimeType: 'text/plain' });
    expect(Date.parse(data[0]?.created ?? '')).not.toBeNaN();
    expect(data[2]).toEqual({
      name: 'folder',
      folder: true,
      size: 1100,
      downloads: 11,
      created: '2026-01-02T00:00:00.000Z',
      lastModified: '2026-03-09T00:00:00.000Z',
    });
    expect((await list('generic-local/sizes')).data[2]).toEqual({ name: 'folder', folder: true });
    await expect(list('generic-local/sizes', { folders: true, limit: 201 })).rejects.toThrow(
      '400 Invalid limit 201. Expected up to 200 with the sums of folders.',
    );
  });

  it('does not sum up folders with more than 1,000 files in a list by name', async () => {
    const into = (folder: string, count: number) =>
      run(sql`INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT 'generic-local', ${folder}::text || '/' || at, sha256, mime_type, created, '', modified, ''
        FROM files, generate_series(1, ${count}::integer) at WHERE path = 'sizes/big.bin'`);
    await into('large/over', 1001);
    await into('large/under', 1000);
    const { data } = await list('generic-local/large', { folders: true });
    expect(data[0]).toEqual({ name: 'over', folder: true });
    expect(data[1]).toMatchObject({ name: 'under', size: 300_000 });
    const sorted = await list('generic-local/large', { sortBy: 'size', descending: true });
    expect(sorted.data.map(({ name, size }) => [name, size])).toEqual([
      ['over', 300_300],
      ['under', 300_000],
    ]);
  });

  it.each([
    ['name', ['Small.txt', 'big.bin', 'folder/', 'hidden/', 'middle.json']],
    ['size', ['Small.txt', 'middle.json', 'big.bin', 'folder/', 'hidden/']],
    ['downloads', ['Small.txt', 'big.bin', 'hidden/', 'middle.json', 'folder/']],
    ['kind', ['folder/', 'hidden/', 'middle.json', 'big.bin', 'Small.txt']],
  ])('is sorted by %s, in both directions', async (sortBy, expected) => {
    const at = 'generic-local/sizes';
    expect(names(await all(at, { sortBy }))).toEqual(expected);
    expect(names(await all(at, { sortBy, descending: true }))).toEqual([...expected].reverse());
    expect(names(await all(at, { sortBy, descending: true, limit: 2 }))).toEqual([...expected].reverse());
  });

  it('returns every child exactly once by pages, in every order', async () => {
    const whole = names(await all('generic-local/many', {})).sort();
    expect(whole).toHaveLength(23);
    for (const sortBy of ['name', 'size', 'created', 'modified', 'downloads', 'kind'])
      for (const descending of [false, true])
        expect(names(await all('generic-local/many', { sortBy, descending, limit: 4 })).sort()).toEqual(
          whole,
        );
  });

  it('filters by a part of the name, in any case and order', async () => {
    expect(names(await all('generic-local/sizes', { filter: 'S' }))).toEqual(['Small.txt', 'middle.json']);
    expect(names(await all('generic-local/sizes', { filter: 'S', limit: 1, descending: true }))).toEqual([
      'middle.json',
      'Small.txt',
    ]);
    expect(names(await all('generic-local/sizes', { filter: 'l', sortBy: 'size', limit: 1 }))).toEqual([
      'Small.txt',
      'middle.json',
      'folder/',
    ]);
    expect(await all('generic-local/sizes', { filter: '%' })).toEqual([]);
    await expect(list('generic-local/sizes/none', { filter: 'x' })).rejects.toThrow('404');
  });

  it('takes a file of a virtual repository from its first member', async () => {
    const byName = await list('both/shared', { folders: true });
    const bySize = await list('both/shared', { sortBy: 'size' });
    for (const { data } of [byName, bySize])
      expect(data.map(({ name, size, members }) => [name, size, members])).toEqual([
        ['one', 4, ['first', 'second']],
        ['two', 10, ['second']],
      ]);
  });

  it('neither lists nor sums up what the caller cannot read', async () => {
    await tree.user('ada', 'generic-local', ['READ'], ['sizes/folder/inner/**', 'sizes/folder/a']);
    for (const query of [{ folders: true }, { sortBy: 'size' }, { filter: 'e', folders: true }]) {
      const { data } = await list('generic-local/sizes', query, 'ada');
      if ('filter' in query) expect(names(data)).toEqual(['folder/']);
      expect(data.map(({ name, size, downloads }) => [name, size, downloads])).toEqual([['folder', 100, 9]]);
    }
    expect(names(await all('generic-local/sizes/folder', { sortBy: 'size' }, 'ada'))).toEqual([
      'a',
      'inner/',
    ]);
    await expect(list('generic-local/sizes/hidden', { sortBy: 'size' }, 'ada')).rejects.toThrow(
      '404 Path sizes/hidden not found in generic-local',
    );
    await expect(list('first', { sortBy: 'size' }, 'ada')).rejects.toThrow('404');
    await tree.user('bea', 'generic-local', ['READ'], ['sizes/**'], ['**/secret']);
    const partly = await list('generic-local/sizes', { folders: true }, 'bea');
    expect(partly.data.map(({ name, size }) => [name, size])).toEqual([
      ['Small.txt', 3],
      ['big.bin', 300],
      ['folder', undefined],
      ['middle.json', 30],
    ]);
    const sorted = await list('generic-local/sizes', { sortBy: 'size', descending: true }, 'bea');
    expect(sorted.data.map(({ name, size }) => [name, size])).toEqual([
      ['big.bin', 300],
      ['folder', 100],
      ['middle.json', 30],
      ['Small.txt', 3],
    ]);
  });

  it('rejects invalid requests, and cursors of other orders', async () => {
    await expect(list('generic-local/many', { sortBy: 'owner' })).rejects.toThrow('400');
    await expect(list('generic-local/many', { filter: 'x'.repeat(257) })).rejects.toThrow('400');
    const { continueState } = await list('generic-local/many', { sortBy: 'size', limit: 1 });
    await expect(list('generic-local/many', { sortBy: 'created', continueState })).rejects.toThrow('400');
    await expect(list('generic-local/many', { sortBy: 'size', continueState: 'x' })).rejects.toThrow('400');
  });

  it('continues a filter over more children than one request compares', async () => {
    await run(sql`INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
      SELECT 'generic-local', 'huge/' || at, sha256, mime_type, created, '', modified, ''
      FROM files, generate_series(1, 20005) at WHERE path = 'sizes/big.bin'`);
    const first = await list('generic-local/huge', { filter: '9999' });
    expect(names(first.data)).toEqual(['19999']);
    expect(first.continueState).toBeDefined();
    expect(names(await all('generic-local/huge', { filter: '9999' }))).toEqual(['19999', '9999']);
  });

  it('rejects sorting a folder with too many files, counting only visible ones', async () => {
    const sort = (reach: Within['reach']) =>
      withStorage(tree.platform.storage, async () => {
        const repository = await requireRepository('generic-local');
        const request = {
          sortBy: 'size',
          descending: false,
          filter: '',
          limit: 9,
          cursor: undefined,
        } as const;
        return sortedChildren([{ repository, reach }], 'sizes', request, 4);
      });
    await expect(sort('all')).rejects.toThrow(
      'Folder sizes contains more than 4 files, too many to sort by size. Sort by name.',
    );
    const { children } = await sort([{ include: ['sizes/folder/**'], exclude: [] }]);
    expect(children.map(({ child }) => child.name)).toEqual(['folder']);
  });
});
