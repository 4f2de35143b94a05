import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishBody, sampleTarball } from './formats/npm/testing/samples.ts';
import { allParts } from './parts.ts';
import { type TestPlatform, testPlatform } from './testing/testPlatform.ts';

let usual: TestPlatform;
let reversed: TestPlatform;
beforeAll(async () => {
  [usual, reversed] = await Promise.all([testPlatform(), testPlatform({ parts: allParts.toReversed() })]);
});
afterAll(() => Promise.all([usual.close(), reversed.close()]));

const read = async ({ app, adminAuth }: TestPlatform, url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { authorization: adminAuth } });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
};

const deleteRepository = async ({ app, adminAuth }: TestPlatform) => {
  const headers = { authorization: adminAuth };
  const remove = async (key: string) =>
    (await app.inject({ method: 'DELETE', url: `/artifactory/api/repositories/${key}`, headers })).statusCode;
  const statusCode = await remove('ordered');
  const left = await app.inject({ url: '/artifactory/ordered/a.txt', headers });
  return [statusCode, left.statusCode, await remove('ordered-npm')];
};

it('adds the parts of a server in any order', async () => {
  const shown = async (platform: TestPlatform) => {
    const { app, adminAuth } = platform;
    await platform.createRepository('ordered', { rclass: 'local', packageType: 'generic' });
    const put = { method: 'PUT', url: '/artifactory/ordered/a.txt', payload: 'a' } as const;
    expect((await app.inject({ ...put, headers: { authorization: adminAuth } })).statusCode).toBe(201);
    await platform.createRepository('ordered-npm', { rclass: 'local', packageType: 'npm' });
    const sample = { name: 'ordered', version: '1.0.0' };
    const publish = await app.inject({
      ...{ method: 'PUT', url: '/artifactory/api/npm/ordered-npm/ordered' },
      headers: { authorization: adminAuth, 'content-type': 'application/json' },
      payload: publishBody(sample, await sampleTarball(sample)),
    });
    expect(publish.statusCode).toBeLessThan(300);
    const metrics = await read(platform, '/artifactory/api/v1/metrics');
    return {
      content: await read(platform, '/artifactory/ordered/a.txt'),
      deleted: await deleteRepository(platform),
      routes: app.routeTable.map(({ method, url }) => `${method} ${url}`).sort(),
      jobs: (await app.jobs.states()).map(({ name }) => name).sort(),
      services: [...app.services].sort(),
      bundleParts: app.bundleParts.length,
      metrics: [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name).sort(),
    };
  };
  const [first, second] = [await shown(usual), await shown(reversed)];
  expect(second).toEqual(first);
  expect(first.deleted).toEqual([204, 404, 204]);
  expect(first.jobs.length).toBeGreaterThan(20);
});
