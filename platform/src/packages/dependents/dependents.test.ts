import type { Dependents } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { unindexVersion } from '../indexing.ts';
import { publish } from '../testing/publish.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({ name: 'pad', version: '1.0.0' });
    await publish({ name: 'app', version: '1.0.0', dependencies: { pad: '^1.0.0' } });
    await publish({ name: 'app', version: '2.0.0', dependencies: { pad: '^1.2.0' } });
    await publish({ name: 'Beta', version: '0.1.0', devDependencies: { pad: '*' } });
    await publish({ name: 'app', version: '1.0.0', dependencies: { pad: '~1' }, repo: 'npm-remote' });
    await publish({ name: 'zoo', version: '1.0.0', dependencies: { other: '1' } });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const url = '/ui/api/v1/ui/v1/native/dependents';
const ask = (query: string) =>
  platform.app.inject({ url: `${url}?${query}`, headers: { authorization: platform.adminAuth } });
const of = async (name: string, more = '') =>
  (await ask(`packageId=npm://${name}${more}`)).json<Dependents>();
const said = ({ dependents }: Dependents) =>
  dependents.map(({ name, version, range }) => [name, version, range]);

describe('dependents of a package', () => {
  it('lists each package once, by name, with its newest dependent version [pkg-08]', async () => {
    const answer = await of('pad');
    expect(said(answer)).toEqual([
      ['app', '2.0.0', '^1.2.0'],
      ['Beta', '0.1.0', '*'],
    ]);
    expect(answer.dependents.map(({ development }) => development)).toEqual([false, true]);
    expect(answer.pageInfo).toMatchObject({ hasNextPage: false, totalCount: 2, capped: false });
    expect(said(await of('nothing'))).toEqual([]);
  });

  it('are paged', async () => {
    const first = await of('pad', '&first=1');
    expect([said(first).length, first.pageInfo.hasNextPage]).toEqual([1, true]);
    const next = await of('pad', `&first=1&after=${first.pageInfo.endCursor}`);
    expect(said(next)).toEqual([['Beta', '0.1.0', '*']]);
    expect(next.pageInfo.hasNextPage).toBe(false);
  });

  it('follow published, changed, and removed versions', async () => {
    await withStorage(platform.storage, async () => {
      await publish({ name: 'live', version: '1.0.0', dependencies: { once: '1' } });
      await publish({ name: 'live', version: '2.0.0', dependencies: { once: '2', twice: '2' } });
      // Publishing an older version later does not make it the newest.
      await publish({ name: 'live', version: '1.5.0', dependencies: { once: '1.5' } });
    });
    expect(said(await of('once'))).toEqual([['live', '2.0.0', '2']]);
    await withStorage(platform.storage, () =>
      publish({ name: 'live', version: '2.0.0', dependencies: { twice: '2' } }),
    );
    expect(said(await of('once'))).toEqual([['live', '1.5.0', '1.5']]);
    const gone = { repo: 'npm-local', type: 'npm', name: 'live' };
    await withStorage(platform.storage, () => unindexVersion({ ...gone, version: '1.5.0' }));
    expect(said(await of('once'))).toEqual([['live', '1.0.0', '1']]);
    await withStorage(platform.storage, () => unindexVersion({ ...gone, version: '1.0.0' }));
    expect(said(await of('once'))).toEqual([]);
  });

  it('exclude packages that the caller cannot read', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const asRosa = async () => (await rosa.inject({ url: `${url}?packageId=npm://pad` })).json<Dependents>();
    expect(said(await asRosa())).toEqual([]);
    const granted = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'some',
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_patterns: ['Beta/**'] } },
          },
        },
      },
    });
    expect(granted.body).toContain('rosa');
    const answer = await asRosa();
    expect([said(answer), answer.pageInfo.totalCount]).toEqual([[['Beta', '0.1.0', '*']], null]);
  });

  it.each([
    ['', 'packageId'],
    ['packageId=pad', 'package ID'],
    ['packageId=npm://pad&first=0', 'first'],
    ['packageId=npm://pad&after=xyz', 'cursor'],
    ['packageId=npm://pad&packageId=npm://x', 'packageId'],
  ])('reject ?%s with the reason', async (query, about) => {
    const answer = await ask(query);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(about),
    ]);
  });
});
