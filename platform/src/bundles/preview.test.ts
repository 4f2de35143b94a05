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

it('lists the files of package versions that the creation then takes', async () => {
  await world.platform.createRepository('jars', { rclass: 'local', packageType: 'maven' });
  for (const version of ['1.0', '1.1'])
    await world.deploy(`jars/org/acme/core/${version}/core-${version}.jar`, `core ${version}`);
  const pack = (package_version: string) => ({
    ...{ package_type: 'maven', package_name: 'org.acme:core', package_version, repository_key: 'jars' },
  });
  const source = { source_type: 'packages', packages: [pack('1.0'), pack('1.1')] };
  const { lines } = (await preview([source])).json;
  const paths = ['1.0', '1.1'].map((version) => `org/acme/core/${version}/core-${version}.jar`);
  expect(lines).toMatchObject(paths.map((path) => ({ path: `jars/${path}` })));
  const named = { release_bundle_name: 'picked', release_bundle_version: '1' };
  const body = { ...named, sources: [source] };
  const made = await world.call('POST', `${LIFECYCLE}/release_bundle?async=false`, body);
  expect([made.status, made.message]).toEqual([201, '']);
  const record = await world.call('GET', `${LIFECYCLE}/release_bundle/records/picked/1`);
  expect(record.json.artifacts).toMatchObject(
    paths.map((path) => ({ path, package_type: 'maven', package_name: 'org.acme:core' })),
  );
  const unknown = await preview([{ ...source, packages: [pack('9')] }]);
  expect([unknown.status, unknown.code]).toEqual([404, 'ARTIFACT_NOT_FOUND']);
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
  const hidden = await preview([artifacts('plugins-local/x')], ada);
  expect([hidden.status, hidden.message]).toEqual([404, expect.stringContaining('plugins-local')]);
});
