import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE } from './testing/bundleWorld.ts';

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
  await world.deploy('libs/app/1.0/app.bin', 'the app');
  await world.deploy('libs/app/1.0/docs.txt', 'its docs');
});
afterAll(() => world?.close());

const preview = (sources: object[], as?: string) =>
  world.call('POST', '/ui/api/v1/ui/releaseBundles/preview', { sources }, as);
const artifacts = (...paths: string[]) => ({
  source_type: 'artifacts',
  artifacts: paths.map((path) => ({ path })),
});

it('lists the exact content of a new version, and creates nothing', async () => {
  const aql = 'items.find({"repo":"libs","name":{"$match":"*.bin"}})';
  const { status, json } = await preview([
    { source_type: 'aql', aql },
    artifacts('libs/app/1.0/docs.txt', 'libs/app/1.0/app.bin'),
  ]);
  expect([status, json]).toEqual([
    200,
    {
      ...{ artifacts: 2, bytes: 15 },
      lines: [
        { path: 'libs/app/1.0/app.bin', size: 7 },
        { path: 'libs/app/1.0/docs.txt', size: 8 },
      ],
    },
  ]);
  expect((await world.call('GET', `${LIFECYCLE}/release_bundle/names`)).json.release_bundles).toEqual([]);
});

it.each([
  [[artifacts('libs/none')], 404, 'ARTIFACT_NOT_FOUND'],
  [[artifacts()], 400, 'BAD_RELEASE_BUNDLE'],
  [[{ source_type: 'aql', aql: 'builds.find()' }], 400, 'BAD_RELEASE_BUNDLE'],
])('rejects %j as the creation does', async (sources, status, code) => {
  const answer = await preview(sources);
  expect([answer.status, answer.code]).toEqual([status, code]);
});

it('accepts no other fields', async () => {
  const body = { sources: [artifacts('libs/app/1.0/app.bin')], release_bundle_name: 'app' };
  expect((await world.call('POST', '/ui/api/v1/ui/releaseBundles/preview', body)).status).toBe(400);
});

it('needs permission to create release bundles, and shows only readable files', async () => {
  const ada = basic('ada');
  const source = artifacts('libs/app/1.0/app.bin');
  expect((await preview([source], '')).status).toBe(401);
  expect((await preview([source], ada)).status).toBe(403);
  await world.call('POST', '/access/api/v2/permissions', {
    name: 'bundles',
    resources: {
      release_bundle: {
        actions: { users: { ada: ['READ', 'WRITE'] }, groups: {} },
        targets: { 'release-bundles-v2': {} },
      },
    },
  });
  expect((await preview([source], ada)).status).toBe(200);
  // A repository that only administrators can read.
  expect((await preview([artifacts('plugins-local/x')], ada)).status).toBe(403);
});
