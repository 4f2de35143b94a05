import { writeFile } from 'node:fs/promises';
import type { PluginPlan, PluginPolicy, PluginsOverview, PluginTrustedBuild } from '@lading/contract/rest';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { withStorage } from '../../database/db.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { someBuild, type TestBuild, TestSigstore } from '../../formats/npm/testing/TestSigstore.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { pluginFiles } from '../testing/checkout.ts';
import { authorKey, signed } from '../testing/signed.ts';

const CALL = '/ui/api/v1/lading/plugins';
const TIDE = '@acme/lading-plugin-tide';
const evil = { repository: 'https://github.com/evil/tide' };
const OTHER_ISSUER = 'https://gitlab.com';
const tagged = { ref: 'refs/tags/v1.1.0' };
const sigstore = new TestSigstore();
const acme = authorKey();
const trusted: PluginTrustedBuild = {
  ...{ issuer: someBuild.issuer, repository: someBuild.repository, packages: ['@acme'] },
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await writeFile(platform.settings.sigstoreRoot, JSON.stringify(sigstore.trustedRoot()));
  await publish('1.0.0', { build: {} });
  await publish('1.1.0', { build: tagged });
  await publish('1.2.0', { build: evil });
  await publish('1.3.0', {});
  await publish('1.4.0', { build: {}, from: new TestSigstore() });
  await publish('1.5.0', { build: evil, author: true });
  await publish('1.6.0', { build: { workflow: '.github/workflows/other.yml' } });
  await publish('1.7.0', { build: { issuer: OTHER_ISSUER } });
});
afterAll(() => platform.close());
afterEach(async () => {
  await setPolicy({ signed: false, authorKeys: [], builds: [] });
  await call('POST', `${CALL}/rollback`, {});
});

const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
  platform.app.inject({
    ...{ method, url, headers: { authorization: platform.adminAuth } },
    ...(payload ? { payload } : {}),
  });

interface How {
  build?: Partial<TestBuild>;
  from?: TestSigstore;
  author?: boolean;
}

async function publish(version: string, { build, from = sigstore, author }: How): Promise<void> {
  const of = { name: TIDE, version };
  const files = pluginFiles({ name: 'tide', version, packageName: TIDE });
  const sample = { ...of, files: author ? signed(of, files, acme) : files };
  const tarball = await sampleTarball(sample);
  const body = publishBody(sample, tarball);
  const data = build && JSON.stringify(from.provenance(of, tarball, { build }));
  if (data !== undefined)
    body._attachments[`${TIDE}-${version}.sigstore`] = { content_type: '', data, length: data.length };
  const url = `/artifactory/api/npm/plugins-local/${TIDE.replace('/', '%2f')}`;
  const answer = await call('PUT', url, body);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
}

async function setPolicy(policy: Partial<PluginPolicy>): Promise<void> {
  const all = { packages: [], publishers: [], kinds: [], ...policy };
  const { statusCode, body } = await call('PUT', `${CALL}/policy`, all);
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

const install = (version: string) => [{ action: 'install', specifier: TIDE, version }];
const plan = async (version: string) =>
  (await call('POST', `${CALL}/plan`, { changes: install(version) })).json<PluginPlan>();
const conflicts = async (version: string) => (await plan(version)).conflicts.map(({ message }) => message);
const activate = (version: string) =>
  call('POST', `${CALL}/releases`, { changes: install(version), activate: true });

it('a build that an administrator trusts counts as a signature', async () => {
  await setPolicy({ signed: true, builds: [trusted] });
  expect(await conflicts('1.0.0')).toEqual([]);
  expect((await activate('1.0.0')).statusCode).toBe(201);
  const needs = (version: string) => `${TIDE} ${version} needs the signature of a trusted author`;
  expect(await conflicts('1.2.0')).toEqual([
    `${needs('1.2.0')}, or a trusted build. The build that made it, ${evil.repository}, ${someBuild.workflow}, ${someBuild.ref}, is not among the trusted builds`,
  ]);
  expect(await conflicts('1.3.0')).toEqual([`${needs('1.3.0')}, and has none`]);
  expect(await conflicts('1.4.0')).toEqual([
    expect.stringContaining(`${needs('1.4.0')}, or a trusted build. Its provenance is not valid: `),
  ]);
  const refused = await activate('1.2.0');
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'PLUGIN_CONFLICT']);
});

it('the key of an author is enough for a build that is not trusted', async () => {
  const authorKeys = [{ name: 'Acme', publicKey: acme.publicKey, packages: ['@acme'] }];
  await setPolicy({ signed: true, authorKeys, builds: [trusted] });
  expect(await conflicts('1.5.0')).toEqual([]);
  await setPolicy({ authorKeys: [] });
  expect((await conflicts('1.5.0'))[0]).toMatch(
    /is not among the author keys\. The build that made it, .*evil/,
  );
});

it.each<[string, Partial<PluginTrustedBuild>, string, string]>([
  ['a workflow', { workflow: someBuild.workflow }, '1.0.0', ''],
  ['another workflow', { workflow: someBuild.workflow }, '1.6.0', 'is not among the trusted builds'],
  ['a ref', { ref: 'refs/heads/main' }, '1.0.0', ''],
  ['another ref', { ref: 'refs/heads/main' }, '1.1.0', 'is not among the trusted builds'],
  ['all tags', { ref: 'refs/tags/*' }, '1.1.0', ''],
  ['all tags, for a branch', { ref: 'refs/tags/*' }, '1.0.0', 'is not among the trusted builds'],
  ['another issuer', { issuer: 'https://gitlab.com' }, '1.0.0', 'is not among the trusted builds'],
  ['the beginning of a repository', { repository: 'https://github.com/acme/tid' }, '1.0.0', 'is not among'],
  [
    'other packages',
    { packages: ['@other'] },
    '1.0.0',
    'Builds of https://github.com/acme/tide are not trusted for @acme',
  ],
  ['all packages', { packages: [] }, '1.0.0', ''],
])('a build is trusted by %s', async (_what, changes, version, why) => {
  await setPolicy({ signed: true, builds: [{ ...trusted, ...changes }] });
  const found = await conflicts(version);
  if (why === '') expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringContaining(why)]);
});

it('a set is checked again when it is activated', async () => {
  await setPolicy({ signed: true, builds: [trusted] });
  const draft = (await call('POST', `${CALL}/releases`, { changes: install('1.0.0') })).json();
  await setPolicy({ builds: [] });
  const refused = await call('POST', `${CALL}/releases/${draft.release.number}/activate`, {});
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('trusted build')]);
  await writeFile(platform.settings.sigstoreRoot, JSON.stringify(new TestSigstore().trustedRoot()));
  await setPolicy({ builds: [trusted] });
  expect((await activate('1.0.0')).statusCode).toBe(409);
  await writeFile(platform.settings.sigstoreRoot, JSON.stringify(sigstore.trustedRoot()));
  expect((await activate('1.0.0')).statusCode).toBe(201);
});

it('the dry run and the list show the build, and upgrades warn of another one', async () => {
  await setPolicy({ builds: [trusted] });
  const first = await plan('1.0.0');
  expect(first.differences[0]?.build).toEqual(someBuild);
  expect(first.warnings).toEqual([]);
  await activate('1.0.0');
  const { plugins } = (await call('GET', CALL)).json<PluginsOverview>();
  expect(plugins.find(({ specifier }) => specifier === TIDE)?.facts?.build).toEqual(someBuild);
  expect((await plan('1.1.0')).warnings).toEqual([]);
  const was = (version: string) =>
    `${TIDE} ${version} was not built by ${someBuild.repository}, ${someBuild.workflow}, which built 1.0.0`;
  const other = await plan('1.2.0');
  expect(other.warnings).toEqual([`${was('1.2.0')}, but by ${evil.repository}, ${someBuild.workflow}`]);
  expect(other.differences[0]?.build).toMatchObject({ ...evil, problem: expect.anything() });
  // Another issuer can confirm the same repository and workflow.
  const { issuer, repository, workflow } = someBuild;
  expect((await plan('1.7.0')).warnings).toEqual([
    `${TIDE} 1.7.0 was not built by ${repository}, ${workflow}, ${issuer}, which built 1.0.0, but by ${repository}, ${workflow}, ${OTHER_ISSUER}`,
  ]);
  expect((await plan('1.3.0')).warnings).toEqual([was('1.3.0')]);
  expect((await plan('1.4.0')).warnings).toEqual([was('1.4.0')]);
  expect((await plan('1.4.0')).differences[0]?.build).toEqual({
    problem: expect.stringContaining('Its provenance is not valid: '),
  });
});

it('changes of trusted builds are recorded, and checked', async () => {
  await setPolicy({ builds: [{ ...trusted, ref: 'refs/tags/*' }] });
  const { events } = await withStorage(platform.storage, () =>
    readAudit({ event: 'plugin-policy-changed', limit: 1 }),
  );
  const after = `["@acme ${trusted.repository} (any) refs/tags/* ${trusted.issuer}"]`;
  expect(events[0]?.changes).toMatchObject([{ field: 'builds', after }]);
  const none = { packages: [], publishers: [], kinds: [] };
  for (const wrong of [
    { repository: 'github.com/acme/tide' },
    { repository: 'https://github.com/acme/tide/' },
    { issuer: 'http://example.org' },
    { ref: 'main' },
    { ref: 'refs/*/main' },
    { workflow: '/w.yml' },
    { more: 1 },
  ]) {
    const refused = await call('PUT', `${CALL}/policy`, { ...none, builds: [{ ...trusted, ...wrong }] });
    expect([wrong, refused.statusCode]).toEqual([wrong, 400]);
  }
  // A client that does not know builds does not delete them.
  await call('PUT', `${CALL}/policy`, none);
  const [before] = (await call('GET', `${CALL}/policy`)).json().builds;
  expect(before).toEqual({ ...trusted, ref: 'refs/tags/*', added: expect.stringMatching(/^20/) });
  const other = { ...trusted, repository: evil.repository };
  await setPolicy({ builds: [{ ...before, added: '2020', packages: [] }, other] });
  expect((await call('GET', `${CALL}/policy`)).json().builds).toMatchObject([
    { packages: [], added: before.added },
    { added: expect.not.stringContaining(before.added) },
  ]);
});
