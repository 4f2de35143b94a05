import type { PackageFacets } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';

let platform: TestPlatform;
const own = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
beforeAll(async () => {
  platform = await testPlatform();
  await own(async () => {
    await publish({ name: 'pad', version: '1.0.0' });
    await publish({ name: 'pad', version: '2.0.0' });
    await publish({ name: 'kite', version: '1.0.0', licenses: ['Apache-2.0', 'MIT'] });
    await publish({ name: 'a/anchor', version: '1', repo: 'generic-local', type: 'generic', licenses: [] });
    await publish({ name: 'ui-sail', version: '1.0.0', repo: 'plugins-local' });
    await createUser('rosa', { password: 'an old tune of the sea', groups: [] });
  });
});
afterAll(() => platform?.close());

const url = '/ui/api/v1/ui/v1/native/facets';
const facets = async (payload: object) => {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PackageFacets>();
};

describe('values to filter packages by', () => {
  it('have numbers of packages, most frequent first [pkg-06]', async () => {
    expect(await facets({})).toEqual({
      types: [
        { value: 'npm', count: 2 },
        { value: 'generic', count: 1 },
      ],
      repositories: [
        { value: 'npm-local', count: 2 },
        { value: 'generic-local', count: 1 },
      ],
      licenses: [
        { value: 'MIT', count: 2 },
        { value: 'Apache-2.0', count: 1 },
      ],
      ...{ capped: false, partial: false },
    });
  });

  it('are counted within the filters of the other facets [pkg-06]', async () => {
    const { types, repositories, licenses } = await facets({ licenses: ['Apache-2.0'], name: '*i*' });
    expect(types).toEqual([{ value: 'npm', count: 1 }]);
    expect(repositories).toEqual([{ value: 'npm-local', count: 1 }]);
    expect(licenses).toEqual([
      { value: 'Apache-2.0', count: 1 },
      { value: 'MIT', count: 1 },
    ]);
    expect((await facets({ repos: ['generic-local'] })).types).toEqual([{ value: 'generic', count: 1 }]);
    expect((await facets({ repos: ['npm'] })).types).toEqual([{ value: 'npm', count: 2 }]);
    expect((await facets({ plugins: true })).repositories.map(({ value }) => value)).toContain(
      'plugins-local',
    );
  });

  it('are counted only where the caller can read', async () => {
    const rosa = await signIn(platform.app, 'rosa', 'an old tune of the sea');
    const answer = await rosa.inject({ method: 'POST', url, payload: {} });
    expect(answer.json()).toEqual({
      types: [],
      repositories: [],
      licenses: [],
      capped: false,
      partial: false,
    });
    expect((await platform.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
  });
});
