import type { ArtifactsCount, NativeListing, TreeNodeDetails, TreePage } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';

const browser = '/ui/api/v1/ui/v2/treebrowser';
/** Unusual and malicious names. */
const hostile = [
  '<img src=x onerror=alert(1)>',
  '%2f',
  '%252e%252e',
  'with space',
  'ćma 🐝.txt',
  '🐝'.repeat(60),
  "it's;no=joke",
  '#?&',
  '..%00',
];

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const path of ['a/b/c/one.txt', 'a/b/c/two.txt', 'a!/x', 'a.txt', 'b/1', 'b/2', 'b0/x', 'top.txt'])
    await tree.put('generic-local', path);
  for (const name of hostile) await tree.put('generic-local', `hostile/${name}/${name}`);
  for (let at = 0; at < 25; at += 1)
    await tree.put('generic-local', `many/${String(at).padStart(3, '0')}${at % 5 ? '' : '/inside'}`);
  for (const key of ['first', 'second'])
    await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
      rclass: 'local',
      packageType: 'generic',
    });
  await tree.put('first', 'shared/one', 'of the first');
  await tree.put('first', 'only/first');
  await tree.put('second', 'shared/one', 'of the second');
  await tree.put('second', 'shared/two');
  const virtual = { rclass: 'virtual', packageType: 'generic', repositories: ['first', 'second'] };
  await tree.call('PUT', '/artifactory/api/repositories/both', virtual);
});
afterAll(() => tree?.platform.close());

async function page(path: string, more: object = {}, who?: string, compacted = false): Promise<TreePage> {
  const body = { type: 'junction', repoKey: 'generic-local', path, ...more };
  const { status, json, message } = await tree.call('POST', `${browser}?compacted=${compacted}`, body, who);
  if (status !== 200) throw new Error(`${status} ${message}`);
  return json as TreePage;
}
const names = ({ data }: TreePage) => data.map(({ type, text }) => (type === 'folder' ? `${text}/` : text));

describe('the tree', () => {
  it('contains the repositories that the caller can read, with type and package type [route-07]', async () => {
    const { json } = await tree.call('POST', browser, { type: 'root' });
    expect((json as TreePage).data).toContainEqual({
      type: 'repository',
      repoKey: 'both',
      path: '',
      text: 'both',
      repoType: 'virtual',
      repoPkgType: 'generic',
    });
    await tree.user('ada', 'first', ['READ'], ['**']);
    const own = await tree.call('POST', browser, { type: 'root' }, 'ada');
    expect(names(own.json as TreePage)).toEqual(['first']);
  });

  it('lists the direct children of a folder, in byte order', async () => {
    expect(names(await page(''))).toEqual([
      'a!/',
      'a.txt',
      'a/',
      'b/',
      'b0/',
      'hostile/',
      'many/',
      'top.txt',
    ]);
    expect(names(await page('a'))).toEqual(['b/']);
    expect(names(await page('a/b/c'))).toEqual(['one.txt', 'two.txt']);
    await expect(page('a/b/none')).rejects.toThrow('404 Path a/b/none not found in generic-local');
    await expect(page('a.txt')).rejects.toThrow('404');
  });

  it('compacts folders that contain only one folder', async () => {
    const { data } = await page('', {}, undefined, true);
    expect(data.map(({ text, path }) => [text, path])).toEqual([
      ['a!', 'a!'],
      ['a.txt', 'a.txt'],
      ['a/b/c', 'a/b/c'],
      ['b', 'b'],
      ['b0', 'b0'],
      ['hostile', 'hostile'],
      ['many', 'many'],
      ['top.txt', 'top.txt'],
    ]);
  });

  it('returns every child exactly once, by pages forwards, backwards, and around a name', async () => {
    const all = names(await page('many'));
    expect(all).toHaveLength(25);
    for (const limit of [1, 2, 7, 25]) {
      const seen: string[] = [];
      for (let state: string | undefined, first = true; first || state !== undefined; first = false) {
        const got = await page('many', { limit, ...(state === undefined ? {} : { continueState: state }) });
        seen.push(...names(got));
        state = got.continueState;
      }
      expect(seen).toEqual(all);
    }
    const middle = await page('many', { limit: 6, around: '012' });
    expect(names(middle)).toEqual(['009', '010/', '011', '012', '013', '014']);
    const before = await page('many', { limit: 4, previousState: middle.previousState });
    expect(names(before)).toEqual(['005/', '006', '007', '008']);
    expect(names(await page('many', { limit: 5000, previousState: before.previousState }))).toEqual(
      all.slice(0, 5),
    );
    expect(names(await page('many', { limit: 5000, continueState: middle.continueState }))).toEqual(
      all.slice(15),
    );
  });

  it('accepts unusual names', async () => {
    const { data } = await page('hostile');
    expect(data.map(({ text }) => text).sort()).toEqual([...hostile].sort());
    for (const name of hostile) {
      expect(names(await page(`hostile/${name}`))).toEqual([name]);
      const query = new URLSearchParams({ repoKey: 'generic-local', path: `hostile/${name}/${name}` });
      const { json } = await tree.call('GET', `${browser}/node?${query}`);
      const node = json as TreeNodeDetails;
      expect(node.file?.size).toBe(Buffer.byteLength(`hostile/${name}/${name}`));
      expect((await tree.call('GET', node.uri)).status).toBe(200);
    }
  });

  it('merges the members of a virtual repository, and lists the origins of each child', async () => {
    const root = await page('', { repoKey: 'both' });
    expect(root.data.map(({ text, members }) => [text, members])).toEqual([
      ['only', ['first']],
      ['shared', ['first', 'second']],
    ]);
    const shared = await page('shared', { repoKey: 'both', limit: 1 });
    expect(shared.data[0]?.members).toEqual(['first', 'second']);
    const rest = await page('shared', { repoKey: 'both', continueState: shared.continueState });
    expect(rest.data.map(({ text, members }) => [text, members])).toEqual([['two', ['second']]]);
    const { json } = await tree.call('GET', `${browser}/node?repoKey=both&path=shared/one`);
    expect(json as TreeNodeDetails).toMatchObject({
      members: ['first', 'second'],
      file: { repoKey: 'first', size: 12 },
      actions: { delete: 'both shows the content of its members. Delete it there.' },
    });
  });

  it('shows callers with limited permissions only their paths and the folders on the way', async () => {
    await tree.user('bea', 'generic-local', ['READ'], ['a/b/**', '**/*.txt'], ['**/two.txt']);
    expect(names(await page('', {}, 'bea'))).toEqual(['a.txt', 'a/', 'hostile/', 'top.txt']);
    expect(names(await page('hostile', {}, 'bea'))).toEqual(['ćma 🐝.txt/']);
    expect(names(await page('a/b/c', {}, 'bea'))).toEqual(['one.txt']);
    await expect(page('b', {}, 'bea')).rejects.toThrow('404 Path b not found in generic-local');
    await expect(page('', { repoKey: 'first' }, 'bea')).rejects.toThrow('404');
    await expect(page('', { repoKey: 'both' }, 'bea')).rejects.toThrow('404');
    const node = (path: string) =>
      tree.call('GET', `${browser}/node?repoKey=generic-local&path=${path}`, undefined, 'bea');
    expect((await node('a/b/c/one.txt')).json).toMatchObject({
      actions: {
        deploy: 'You have no permission to upload files in generic-local',
        annotate: 'You have no permission to change properties in generic-local',
        delete: 'You have no permission to delete files in generic-local',
      },
    });
    expect((await node('a/b/c/two.txt')).status).toBe(404);
    expect((await node('b/1')).status).toBe(404);
    const body = { repoKey: 'generic-local', path: 'a' };
    const counted = await tree.call('POST', '/ui/api/v1/ui/artifactgeneral/artifactsCount', body, 'bea');
    expect((counted.json as ArtifactsCount).artifactsCount).toBe(1);
    const storage = await tree.call('GET', '/artifactory/api/storage/generic-local/a/b/c', undefined, 'bea');
    expect(storage.json).toMatchObject({ children: [{ uri: '/one.txt', folder: false }] });
    const list = await tree.call(
      'GET',
      '/artifactory/api/storage/generic-local/?list&deep=1',
      undefined,
      'bea',
    );
    expect((list.json as { files: { uri: string }[] }).files.map(({ uri }) => uri)).toEqual([
      '/a.txt',
      '/a/b/c/one.txt',
      '/hostile/ćma 🐝.txt/ćma 🐝.txt',
      '/top.txt',
    ]);
  });

  it('lists a folder with sizes and dates', async () => {
    const { json } = await tree.call('GET', '/ui/api/v1/ui/v2/nativeBrowser/generic-local/many?limit=2');
    const first = json as NativeListing;
    expect(first.data).toMatchObject([
      { name: '000', folder: true },
      { name: '001', folder: false, size: 8 },
    ]);
    expect(Date.parse(first.data[1]?.lastModified ?? '')).not.toBeNaN();
    const next = await tree.call(
      'GET',
      `/ui/api/v1/ui/v2/nativeBrowser/generic-local/many?limit=1&continueState=${first.continueState}`,
    );
    expect((next.json as NativeListing).data).toMatchObject([{ name: '002' }]);
  });

  it.each([
    [{}, "Invalid type. Expected 'root' or 'junction'."],
    [[], 'Invalid body. Expected a JSON object, such as {"repoKey": "generic-local", "path": "a/b"}.'],
    [{ type: 'junction' }, 'repoKey is missing. Expected the key of a repository.'],
    [
      { type: 'junction', repoKey: 'first', limit: 5001 },
      'Invalid limit 5001. Expected a number from 1 to 5000.',
    ],
    [
      { type: 'junction', repoKey: 'first', path: '../x' },
      "Invalid path '../x': it contains the segment '..'",
    ],
    [
      { type: 'junction', repoKey: 'first', around: 'a\u0000' },
      'Invalid around. Expected a string without control characters, up to 4096 characters.',
    ],
    [
      { type: 'junction', repoKey: 'first', around: 'a', continueState: 'b' },
      'Only one of continueState and around is allowed',
    ],
  ])('rejects %j', async (body, message) => {
    expect(await tree.call('POST', browser, body)).toMatchObject({ status: 400, message });
  });
});
