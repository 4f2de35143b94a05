import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeArchive, TreeFavorites, TreePlan } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { type TreePlatform, treePlatform } from './testing/treePlatform.ts';

const browser = '/ui/api/v1/ui/v2/treebrowser';
const password = 'an old tune of the sea';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const key of ['stage', 'prod', 'secret'])
    await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
      ...{ rclass: 'local', packageType: 'generic' },
    });
  for (const path of ['app/1.0.0/app.zip', 'app/1.0.0/app.zip.sha256', 'app/1.1.0/app.zip', 'docs/a.txt'])
    await tree.put('stage', path, '12345');
  await tree.put('stage', 'docs/other/a.txt', 'another');
  await tree.put('prod', 'a.txt', 'old');
  await tree.put('secret', 'x/a.txt', 'hidden');
  await tree.user('rosa', 'stage', ['READ'], ['docs/**']);
});
afterAll(() => tree?.platform.close());

const at = (path: string, repoKey = 'stage') => ({ repoKey, path });
const plan = async (body: object, who?: string) => {
  const answer = await tree.call('POST', `${browser}/plan`, body, who);
  return { ...answer, json: answer.json as TreePlan };
};

describe('a selection of nodes', () => {
  it('counts nodes within other nodes once', async () => {
    const nodes = [at('app/1.0.0/app.zip'), at('app'), at('docs/a.txt'), at('app')];
    const { json } = await plan({ what: 'remove', nodes });
    expect(json).toEqual({
      nodes: [
        { ...at('app'), files: 3, bytes: 15 },
        { ...at('docs/a.txt'), files: 1, bytes: 5 },
      ],
      ...{ files: 4, bytes: 20, versions: 3, packages: 2, trashDays: 14 },
    });
  });

  it('lists nodes that cannot be deleted with their reasons', async () => {
    const nodes = [at('docs/a.txt'), at('none'), at('x', 'no-such')];
    const { json } = await plan({ what: 'remove', nodes });
    expect(json.files).toBe(1);
    expect(json.nodes.map(({ path, refused }) => [path, refused])).toEqual([
      ['x', 'Repository no-such not found'],
      ['docs/a.txt', undefined],
      ['none', 'Path none not found in stage'],
    ]);
  });

  it('is copied and moved into a folder, and rejects two nodes with the same name', async () => {
    const nodes = [at('docs/a.txt'), at('docs/other/a.txt'), at('app/1.1.0')];
    const { json } = await plan({ what: 'copy', nodes, target: at('', 'prod') });
    expect(json).toMatchObject({ files: 2, replaces: 1 });
    expect(json.nodes.map(({ targetPath, refused }) => [targetPath, refused])).toEqual([
      ['1.1.0', undefined],
      ['a.txt', undefined],
      [undefined, 'Another selected node has the same name: a.txt'],
    ]);
    const into = await plan({ what: 'move', nodes: nodes.slice(0, 1), target: at('a/b', 'prod') });
    expect(into.json.nodes[0]).toMatchObject({ targetPath: 'a/b/a.txt', files: 1 });
  });

  it('is planned within the caller’s permissions, without revealing hidden repositories', async () => {
    const nodes = [at('docs/a.txt')];
    expect((await plan({ what: 'remove', nodes }, 'rosa')).json.nodes[0]?.refused).toBe(
      'User rosa has no delete permission on repository stage',
    );
    const hidden = await plan({ what: 'download', nodes: [at('x', 'secret')] }, 'rosa');
    const unknown = await plan({ what: 'download', nodes: [at('x', 'no-such')] }, 'rosa');
    expect(hidden.json.nodes[0]?.refused).toBe('Repository secret not found');
    expect(unknown.json.nodes[0]?.refused).toBe('Repository no-such not found');
    const toHidden = await plan({ what: 'copy', nodes, target: at('', 'secret') }, 'rosa');
    const toUnknown = await plan({ what: 'copy', nodes, target: at('', 'no-such') }, 'rosa');
    expect([toHidden.status, toUnknown.status]).toEqual([404, 404]);
    expect(toHidden.message).toBe(toUnknown.message.replace('no-such', 'secret'));
  });

  it.each([
    [{ what: 'eat', nodes: [at('a')] }, 'Invalid what. Expected one of remove, copy, move, download.'],
    [{ what: 'remove', nodes: [] }, 'Expected a list of'],
    [{ what: 'remove', nodes: [{ repoKey: 'stage', path: '' }] }, 'path is missing'],
    [{ what: 'remove', nodes: [at('../x')] }, "it contains the segment '..'"],
    [{ what: 'remove', nodes: Array.from({ length: 501 }, () => at('a')) }, 'exceeds 500 nodes'],
    [{ what: 'copy', nodes: [at('a')] }, 'Expected a JSON object'],
    [[], 'Expected a JSON object'],
  ])('is rejected if invalid: %#', async (body, why) => {
    expect(await plan(body)).toMatchObject({ status: 400, message: expect.stringContaining(why) });
  });
});

describe('a download of several files', () => {
  const choose = (nodes: object[], who?: string) => tree.call('POST', `${browser}/archive`, { nodes }, who);
  const get = (url: string, who?: string) =>
    tree.platform.app.inject({
      url,
      headers: {
        authorization: who
          ? `Basic ${Buffer.from(`${who}:${password}`).toString('base64')}`
          : tree.platform.adminAuth,
      },
    });

  it('is an archive with the original content', async () => {
    const chosen = await choose([at('app'), at('docs/a.txt')]);
    expect(chosen.status).toBe(201);
    const answer = await get((chosen.json as TreeArchive).uri);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="stage.zip"',
      'x-content-type-options': 'nosniff',
    });
    expect(await unzipped(answer.rawPayload)).toEqual({
      'app/1.0.0/app.zip': '12345',
      'app/1.0.0/app.zip.sha256': '12345',
      'app/1.1.0/app.zip': '12345',
      'docs/a.txt': '12345',
    });
    const folder = await choose([at('docs/other')]);
    const one = await get((folder.json as TreeArchive).uri);
    expect(one.headers['content-disposition']).toBe('attachment; filename="other.zip"');
    expect(await unzipped(one.rawPayload)).toEqual({ 'other/a.txt': 'another' });
  });

  it('aborts when the client disconnects or a file is missing, without affecting others', async () => {
    for (const name of ['a', 'b', 'c']) await tree.put('prod', `large/${name}`, name.repeat(4_000_000));
    const { uri } = (await choose([at('large', 'prod')])).json as TreeArchive;
    const origin = await tree.platform.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: tree.platform.adminAuth };
    const controller = new AbortController();
    const answer = await fetch(origin + uri, { headers, signal: controller.signal });
    await answer.body?.getReader().read();
    controller.abort();
    const { home } = tree.platform.settings;
    expect((await fetch(origin + uri, { headers })).status).toBe(200);
    const sha256 = createHash('sha256').update('c'.repeat(4_000_000)).digest('hex');
    const [lost] = (await readdir(home, { recursive: true })).filter((path) => path.endsWith(sha256));
    await rm(join(home, lost ?? 'it was there'));
    await expect(fetch(origin + uri, { headers }).then((broken) => broken.arrayBuffer())).rejects.toThrow();
    expect((await get(`${browser}/favorites`)).statusCode).toBe(200);
  });

  it('requires the user who selected it, and contains only readable files', async () => {
    const own = await choose([at('docs')], 'rosa');
    const { uri } = own.json as TreeArchive;
    expect(Object.keys(await unzipped((await get(uri, 'rosa')).rawPayload))).toEqual([
      'docs/a.txt',
      'docs/other/a.txt',
    ]);
    expect((await get(uri)).statusCode).toBe(404);
    expect((await get(`${browser}/archive/none`)).statusCode).toBe(404);
    expect(await choose([at('app')], 'rosa')).toMatchObject({ status: 404 });
    expect(await choose([at('x', 'secret')], 'rosa')).toMatchObject({
      ...{ status: 404, message: 'Repository secret not found' },
    });
  });
});

describe('favorites', () => {
  const list = async (who?: string) =>
    ((await tree.call('GET', `${browser}/favorites`, undefined, who)).json as TreeFavorites).favorites;
  const keep = (place: object, who?: string) => tree.call('PUT', `${browser}/favorites`, place, who);
  const forget = (repoKey: string, path: string) =>
    tree.call('DELETE', `${browser}/favorites?repoKey=${repoKey}&path=${encodeURIComponent(path)}`);

  it('belong to each user, and report deleted nodes', async () => {
    await tree.put('stage', 'brief/x.txt');
    for (const place of [at('docs'), at('docs/a.txt'), at(''), at('brief'), at('docs')])
      expect((await keep(place)).status).toBe(204);
    expect(await list('rosa')).toEqual([]);
    await tree.call('DELETE', '/artifactory/stage/brief');
    expect(await list()).toEqual([
      { ...at(''), type: 'repository' },
      at('brief'),
      { ...at('docs'), type: 'folder' },
      { ...at('docs/a.txt'), type: 'file' },
    ]);
    expect((await forget('stage', 'brief')).status).toBe(204);
    expect((await forget('stage', '')).status).toBe(204);
    expect(await list()).toHaveLength(2);
  });

  it('are limited to visible nodes', async () => {
    expect((await keep(at('none'))).status).toBe(404);
    expect((await keep(at('docs'), 'rosa')).status).toBe(204);
    expect((await keep(at('app'), 'rosa')).status).toBe(404);
    expect((await keep(at('x', 'secret'), 'rosa')).status).toBe(404);
    expect(await keep({ path: 'x' })).toMatchObject({ status: 400 });
    const nobody = await tree.platform.app.inject({ url: `${browser}/favorites` });
    expect(nobody.statusCode).toBe(401);
  });
});

function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const found: Record<string, string> = {};
    fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error || !archive) return reject(error);
      archive.on('entry', (entry: { fileName: string }) =>
        archive.openReadStream(entry as never, async (failure, content) => {
          if (failure || !content) return reject(failure);
          const chunks: Buffer[] = [];
          for await (const chunk of content) chunks.push(chunk as Buffer);
          found[entry.fileName] = Buffer.concat(chunks).toString();
          archive.readEntry();
        }),
      );
      archive.on('end', () => resolve(found));
      archive.on('error', reject);
      archive.readEntry();
    });
  });
}
