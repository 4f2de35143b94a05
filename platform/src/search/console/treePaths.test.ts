import type { FoundPaths } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const path of [
    'org/acme/Widget/1.0/widget-1.0.jar',
    'org/acme/Widget/1.0/widget-1.0.pom',
    'org/acme/Widget/2.0/widget-2.0.jar',
    'docs/widget.txt',
    'plans/secret/widget-plan.txt',
    '<b>odd_name/100%.txt',
  ])
    await tree.put('generic-local', path);
  const second = { rclass: 'local', packageType: 'generic' };
  await tree.call('PUT', '/artifactory/api/repositories/second', second);
  await tree.put('second', 'org/acme/Widget/readme');
});
afterAll(() => tree?.platform.close());

async function find(query: string, who?: string): Promise<FoundPaths> {
  const search = new URLSearchParams({ query });
  const { status, json, message } = await tree.call(
    'GET',
    `/ui/api/v1/search/tree?${search}`,
    undefined,
    who,
  );
  if (status !== 200) throw new Error(`${status} ${message}`);
  return json as FoundPaths;
}
const shown = ({ found }: FoundPaths) =>
  found.map(({ type, repoKey, path }) => `${repoKey}/${path}${type === 'folder' ? '/' : ''}`);

describe('paths of the tree', () => {
  it('are found by a part of a name, in any case, folders once', async () => {
    const all = shown(await find('widget'));
    expect(all.slice(0, 2).sort()).toEqual(['generic-local/org/acme/Widget/', 'second/org/acme/Widget/']);
    expect(all).toContain('generic-local/docs/widget.txt');
    expect(all).toContain('generic-local/org/acme/Widget/1.0/widget-1.0.jar');
    expect(new Set(all).size).toBe(all.length);
    expect((await find('widget')).capped).toBe(false);
  });

  it('are found by a typed path, also one with a repository', async () => {
    expect(shown(await find('acme/widget/1.0'))[0]).toBe('generic-local/org/acme/Widget/1.0/');
    expect(shown(await find('second/org/acme'))).toEqual(['second/org/acme/']);
    expect(shown(await find('/docs/widget.txt'))).toEqual(['generic-local/docs/widget.txt']);
    expect(shown(await find('<b>odd_'))).toEqual(['generic-local/<b>odd_name/']);
    expect(shown(await find('100%'))).toEqual(['generic-local/<b>odd_name/100%.txt']);
  });

  it('are not searched for by a single character, and say when there are more', async () => {
    expect(await find('w')).toEqual({ found: [], capped: false });
    expect(await find('no-such-path')).toEqual({ found: [], capped: false });
    await withStorage(tree.platform.storage, () =>
      db().execute(sql`INSERT INTO files (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
        SELECT 'generic-local', 'lots/item-' || at || '.bin', sha256, mime_type, created, '', modified, ''
        FROM files, generate_series(1, 600) at WHERE path = 'docs/widget.txt'`),
    );
    const { found, capped } = await find('item-');
    expect([found.length, capped]).toEqual([50, true]);
    expect(shown(await find('lots'))[0]).toBe('generic-local/lots/');
  });

  it('are only those that the caller can read, also as folders', async () => {
    await tree.user('ada', 'generic-local', ['READ'], ['org/**', 'docs/**']);
    const all = shown(await find('widget', 'ada'));
    expect(all).toContain('generic-local/docs/widget.txt');
    expect(all.some((path) => path.startsWith('second/') || path.includes('plans'))).toBe(false);
    for (const typed of ['secret', 'plans', 'second/org', 'generic-local/plans', 'widget-plan'])
      expect(await find(typed, 'ada')).toEqual({ found: [], capped: false });
  });

  it('are limited to a project', async () => {
    const { json } = await tree.call('GET', '/ui/api/v1/search/tree?query=widget&project=none');
    expect(json).toEqual({ found: [], capped: false });
  });
});
