import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RepositoryConfiguration } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { addUnusedFilesRuns } from '../retention/runs/unusedFiles.ts';
import { selfSigned } from '../secrets/selfSigned.ts';
import { collectBlobs } from '../storage/collectBlobs.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { type StubFiles, stubFiles } from './testing/stubFiles.ts';

const server = selfSigned('ec');
const client = selfSigned('ec', { name: 'lading' });
const folder = mkdtempSync(join(tmpdir(), 'lading-fields-'));
let upstream: StubFiles;
let secure: Server;
let platform: TestPlatform;
beforeAll(async () => {
  writeFileSync(join(folder, 'ca.pem'), server.cert);
  vi.stubEnv('npm_config_cafile', join(folder, 'ca.pem'));
  upstream = await stubFiles();
  secure = createTlsServer({ ...server, ca: client.cert, requestCert: true }, (_request, response) =>
    response.end('for certified clients'),
  );
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
  secure.closeAllConnections();
  secure.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.headers = {};
  upstream.requests.length = 0;
});

const base = '/artifactory/api/repositories';
async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object | string) {
  const answer = await platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = answer.body.startsWith('{');
  const { code = '', message = '' } = (isJson && answer.json().errors?.[0]) || {};
  return { status: answer.statusCode, text: answer.body, json: isJson ? answer.json() : {}, code, message };
}
const get = (path: string) => call('GET', `/artifactory/${path}`);
const put = (path: string) => call('PUT', `/artifactory/${path}`, `content of ${path}`);
async function create(key: string, configuration: object) {
  const made = await call('PUT', `${base}/${key}`, { packageType: 'generic', ...configuration });
  expect([made.status, made.message]).toEqual([201, '']);
}
const change = async (key: string, fields: object) => {
  const changed = await call('POST', `${base}/${key}`, fields);
  expect([changed.status, changed.message]).toEqual([200, '']);
};
const quick = { rclass: 'remote', socketTimeoutMillis: 10_000, missedRetrievalCachePeriodSecs: 0 };

describe('patterns of a repository', () => {
  it('limit what it accepts and serves', async () => {
    await create('some', { rclass: 'local' });
    expect((await put('some/secret/key.txt')).status).toBe(201);
    await change('some', { includesPattern: 'org/**, secret/**', excludesPattern: 'secret/' });
    expect((await put('some/org/example/a.txt')).status).toBe(201);
    const other = await put('some/com/a.txt');
    expect([other.status, other.code]).toEqual([409, 'EXCLUDED']);
    expect(other.message).toBe('The include patterns of some do not match com/a.txt');
    const hidden = await get('some/secret/key.txt');
    expect([hidden.status, hidden.message]).toEqual([
      404,
      'An exclude pattern of some matches secret/key.txt',
    ]);
    await create('some-virtual', { rclass: 'virtual', repositories: ['some'] });
    expect((await get('some-virtual/org/example/a.txt')).status).toBe(200);
    expect((await get('some-virtual/secret/key.txt')).status).toBe(404);
    const bad = await call('POST', `${base}/some`, { includesPattern: '*'.repeat(3) + '?'.repeat(30) });
    expect([bad.status, bad.message]).toEqual([400, expect.stringContaining("'includesPattern'")]);
  });

  it('keep a remote from requesting other paths, and apply to package names', async () => {
    upstream.files.set('org/a.txt', 'a');
    upstream.files.set('com/b.txt', 'b');
    await create('far', { ...quick, url: upstream.url, includesPattern: 'org/**/*' });
    expect((await get('far/org/a.txt')).text).toBe('a');
    expect((await get('far/com/b.txt')).status).toBe(404);
    expect(upstream.requests).toEqual(['GET /org/a.txt']);
    await create('names', { rclass: 'local', packageType: 'npm', includesPattern: '@acme/*' });
    const publish = async (name: string) => {
      const sample = { name, version: '1.0.0' };
      const body = publishBody(sample, await sampleTarball(sample));
      return (await call('PUT', `/artifactory/api/npm/names/${name.replace('/', '%2f')}`, body)).status;
    };
    expect([await publish('@acme/tea'), await publish('coffee')]).toEqual([201, 409]);
  });
});

describe('a repository', () => {
  it('that is read-only accepts no changes, also not by administrators or cleanup policies', async () => {
    await create('frozen', { rclass: 'local' });
    await put('frozen/a.txt');
    await change('frozen', { readOnly: true });
    for (const answer of [await put('frozen/b.txt'), await call('DELETE', '/artifactory/frozen/a.txt')])
      expect([answer.status, answer.code, answer.message]).toEqual([
        403,
        'READ_ONLY',
        'Repository frozen is read-only',
      ]);
    expect((await get('frozen/a.txt')).status).toBe(200);
    const { repoTypesList } = (await call('GET', '/ui/api/v1/ui/repodata?deploy=true')).json;
    expect(repoTypesList.map(({ repoKey }: { repoKey: string }) => repoKey)).not.toContain('frozen');
  });

  it('that is blacked out serves nothing, and its names stay reserved', async () => {
    await create('dark', { rclass: 'local', packageType: 'maven' });
    const jar = 'org/acme/core/1.0/core-1.0.jar';
    expect((await put(`dark/${jar}`)).status).toBe(201);
    upstream.files.set(jar, 'an impostor');
    await create('dark-remote', { ...quick, packageType: 'maven', url: upstream.url });
    const members = ['dark', 'dark-remote'];
    await create('dark-virtual', { rclass: 'virtual', packageType: 'maven', repositories: members });
    expect((await get(`dark-virtual/${jar}`)).text).toBe(`content of dark/${jar}`);
    await change('dark', { blackedOut: true });
    expect((await get(`dark-virtual/${jar}`)).status).toBe(404);
    expect(upstream.requests).toEqual([]);
    const direct = await get(`dark/${jar}`);
    expect([direct.status, direct.code]).toEqual([403, 'BLACKED_OUT']);
    expect((await put('dark/org/acme/core/1.1/core-1.1.jar')).code).toBe('BLACKED_OUT');
    // Administrators still see its content, and can turn it on again.
    const tree = { type: 'junction', repoType: 'local', repoKey: 'dark', path: '', text: 'dark' };
    expect((await call('POST', '/ui/api/v1/ui/v2/treebrowser', tree)).json.data).toHaveLength(1);
    await change('dark', { blackedOut: false });
    expect((await get(`dark-virtual/${jar}`)).status).toBe(200);
  });

  it('with priority is queried first, and others only for what it does not have', async () => {
    await create('first', { rclass: 'local' });
    await create('preferred', { rclass: 'local', priorityResolution: true });
    await put('first/a.txt');
    await put('preferred/a.txt');
    await put('first/b.txt');
    await create('ordered', { rclass: 'virtual', repositories: ['first', 'preferred'] });
    expect((await get('ordered/a.txt')).text).toBe('content of preferred/a.txt');
    expect((await get('ordered/b.txt')).text).toBe('content of first/b.txt');

    const npm = { rclass: 'local', packageType: 'npm' };
    await create('npm-first', npm);
    await create('npm-preferred', { ...npm, priorityResolution: true });
    const repositories = ['npm-first', 'npm-preferred'];
    await create('npm-ordered', { rclass: 'virtual', packageType: 'npm', repositories });
    for (const [repo, version] of [
      ['npm-first', '2.0.0'],
      ['npm-preferred', '1.0.0'],
    ] as const) {
      const sample = { name: 'tea', version };
      const body = publishBody(sample, await sampleTarball(sample));
      expect((await call('PUT', `/artifactory/api/npm/${repo}/tea`, body)).status).toBe(201);
    }
    const { versions } = (await call('GET', '/artifactory/api/npm/npm-ordered/tea')).json;
    expect(Object.keys(versions)).toEqual(['1.0.0']);
  });

  it('of Maven can exclude releases or snapshots', async () => {
    await create('releases', { rclass: 'local', packageType: 'maven', handleSnapshots: false });
    await create('snapshots', { rclass: 'local', packageType: 'maven', handleReleases: false });
    const release = 'org/acme/core/1.0/core-1.0.jar';
    const snapshot = 'org/acme/core/1.1-SNAPSHOT/core-1.1-SNAPSHOT.jar';
    expect((await put(`releases/${release}`)).status).toBe(201);
    expect((await put(`snapshots/${snapshot}`)).status).toBe(201);
    expect((await put(`releases/${snapshot}`)).message).toBe('releases contains no snapshots');
    expect((await put(`snapshots/${release}`)).message).toBe('snapshots contains no releases');
  });
});

describe('a remote repository', () => {
  it('authenticates with a client certificate, which only its upstream gets', async () => {
    const url = `https://localhost:${(secure.address() as AddressInfo).port}/`;
    const own = { clientCertificate: client.cert, clientKey: client.key };
    const wanted = { ...quick, packageType: 'generic', socketTimeoutMillis: 5000, url };
    const without = await call('PUT', `${base}/mutual`, wanted);
    expect(without.status).toBe(201);
    expect((await get('mutual/a.txt')).status).toBe(502);
    const wrong = await call('POST', `${base}/mutual`, { ...own, clientKey: server.key });
    expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining("'clientKey'")]);
    await change('mutual', own);
    expect((await get('mutual/a.txt')).text).toBe('for certified clients');
    const shown = (await call('GET', `${base}/mutual`)).json as RepositoryConfiguration;
    expect(shown).toMatchObject({ clientCertificate: client.cert, hasClientKey: true });
    expect(JSON.stringify(shown)).not.toContain('PRIVATE KEY');
    // Another host does not get it, unless the key is entered again.
    const moved = await call('POST', `${base}/mutual`, { url: 'https://elsewhere.example.org/' });
    expect([moved.status, moved.message]).toEqual([400, expect.stringContaining('enter the private key')]);
    await change('mutual', { description: 'kept', notes: 'for us' });
    expect((await get('mutual/b.txt')).text).toBe('for certified clients');
    await change('mutual', { clientCertificate: '' });
    expect((await call('GET', `${base}/mutual`)).json).not.toHaveProperty('hasClientKey');
  });

  it('is assumed offline after a failed connection, and fails virtual repositories on request', async () => {
    await create('gone', { ...quick, url: 'http://127.0.0.1:9/', assumedOfflinePeriodSecs: 300 });
    expect((await get('gone/a.txt')).message).not.toContain('assumed');
    expect((await get('gone/a.txt')).message).toMatch(/assumed to be offline for another \d+ s/);
    upstream.files.set('a.txt', 'a');
    await create('next', { ...quick, url: upstream.url });
    await create('both', { rclass: 'virtual', repositories: ['gone', 'next'] });
    expect((await get('both/a.txt')).text).toBe('a');
    await change('gone', { hardFail: true });
    expect((await get('both/a.txt')).status).toBe(502);
  });

  it('rejects an HTML page in place of a file', async () => {
    upstream.files.set('tool.bin', '<html>Sign in</html>');
    upstream.headers = { 'content-type': 'text/html; charset=utf-8' };
    await create('portal', { ...quick, url: upstream.url, blockMismatchingMimeTypes: true });
    const page = await get('portal/tool.bin');
    expect([page.status, page.message]).toEqual([
      502,
      'The upstream of portal returned an HTML page instead of tool.bin',
    ]);
    upstream.files.set('index.html', '<html>Welcome</html>');
    expect((await get('portal/index.html')).status).toBe(200);
  });

  it('can serve files without caching them', async () => {
    upstream.files.set('big.iso', 'bytes');
    await create('passing', { ...quick, url: upstream.url, storeArtifactsLocally: false });
    expect((await get('passing/big.iso')).text).toBe('bytes');
    expect((await get('passing/big.iso')).text).toBe('bytes');
    expect(upstream.requests).toEqual(['GET /big.iso', 'GET /big.iso']);
    expect((await call('GET', '/artifactory/api/storage/passing')).json.children).toEqual([]);
    expect(await withStorage(platform.storage, () => collectBlobs(0))).toBeGreaterThan(0);
    const npm = { ...quick, packageType: 'npm', url: upstream.url, storeArtifactsLocally: false };
    expect((await call('PUT', `${base}/never`, npm)).message).toContain("'storeArtifactsLocally'");
  });

  it('deletes cached files that are unused for a time', async () => {
    upstream.files.set('old.bin', 'old');
    upstream.files.set('used.bin', 'used');
    await create('cache', { ...quick, url: upstream.url, unusedArtifactsCleanupPeriodHours: 12 });
    await get('cache/old.bin');
    await get('cache/used.bin');
    await withStorage(platform.storage, async () => {
      // Counts are stored within a second, with the time of the download.
      const uncounted = sql`SELECT FROM files WHERE repo = 'cache' AND last_downloaded IS NULL`;
      await vi.waitFor(async () => expect((await db().execute(uncounted)).rowCount).toBe(0));
      await db().execute(sql`UPDATE files SET modified = now() - interval '20 hours',
        last_downloaded = now() - CASE path WHEN 'used.bin' THEN interval '1 hour' ELSE interval '13 hours' END
        WHERE repo = 'cache'`);
      await addUnusedFilesRuns('run-cleanup-policies');
    });
    const names = async () =>
      ((await call('GET', '/artifactory/api/storage/cache')).json.children as { uri: string }[]).map(
        ({ uri }) => uri,
      );
    await vi.waitFor(async () => expect(await names()).toEqual(['/used.bin']), { timeout: 20_000 });
  });
});

describe('the configuration of another platform', () => {
  /** As Terraform sends it. */
  const local = {
    key: 'tf-generic',
    projectKey: '',
    packageType: 'generic',
    description: 'Made by Terraform',
    notes: 'Internal',
    includesPattern: '**/*',
    excludesPattern: '',
    repoLayoutRef: 'simple-default',
    rclass: 'local',
    blackedOut: false,
    xrayIndex: false,
    priorityResolution: false,
    propertySets: ['artifactory'],
    archiveBrowsingEnabled: false,
    downloadRedirect: false,
    cdnRedirect: false,
  };
  const remote = {
    key: 'tf-maven-remote',
    packageType: 'maven',
    rclass: 'remote',
    url: 'https://maven.example.org/releases/',
    username: '',
    password: '',
    proxy: '',
    disableProxy: false,
    includesPattern: '**/*',
    repoLayoutRef: 'maven-2-default',
    remoteRepoLayoutRef: null,
    hardFail: false,
    offline: false,
    blackedOut: false,
    storeArtifactsLocally: true,
    socketTimeoutMillis: 15000,
    localAddress: '',
    retrievalCachePeriodSecs: 7200,
    metadataRetrievalTimeoutSecs: 60,
    missedRetrievalCachePeriodSecs: 1800,
    assumedOfflinePeriodSecs: 300,
    unusedArtifactsCleanupPeriodHours: 0,
    fetchJarsEagerly: false,
    fetchSourcesEagerly: false,
    shareConfiguration: false,
    synchronizeProperties: false,
    blockMismatchingMimeTypes: true,
    mismatchingMimeTypesOverrideList: '',
    allowAnyHostAuth: false,
    enableCookieManagement: false,
    bypassHeadRequests: false,
    clientTlsCertificate: '',
    handleReleases: true,
    handleSnapshots: false,
    rejectInvalidJars: false,
    suppressPomConsistencyChecks: false,
    remoteRepoChecksumPolicyType: 'generate-if-absent',
    contentSynchronisation: {
      enabled: false,
      statistics: { enabled: false },
      properties: { enabled: false },
      source: { originAbsenceDetection: false },
    },
  };
  const virtual = {
    key: 'tf-generic-virtual',
    packageType: 'generic',
    rclass: 'virtual',
    repositories: ['tf-generic'],
    defaultDeploymentRepo: 'tf-generic',
    artifactoryRequestsCanRetrieveRemoteArtifacts: false,
    repoLayoutRef: 'simple-default',
  };

  it.each([local, remote, virtual])('is returned as it was sent: $key', async (sent) => {
    const made = await call('PUT', `${base}/${sent.key}`, sent);
    expect([made.status, made.message]).toEqual([201, '']);
    const {
      username: _name,
      password: _password,
      remoteRepoLayoutRef: _null,
      ...shown
    } = sent as typeof remote;
    // Secrets are not returned; an empty key means none.
    const { projectKey: _project, proxy: _proxy, ...kept } = shown as typeof shown & { projectKey?: string };
    expect((await call('GET', `${base}/${sent.key}`)).json).toMatchObject(kept);
    // A change of one field keeps the others.
    await change(sent.key, { description: 'changed' });
    const after = (await call('GET', `${base}/${sent.key}`)).json;
    expect(after).toMatchObject({ ...kept, description: 'changed' });
    // The response itself is accepted.
    await change(sent.key, after);
  });

  it('is exported by class, for administrators', async () => {
    const all = (await call('GET', `${base}/configurations`)).json;
    const keysOf = (of: string) => all[of].map(({ key }: { key: string }) => key);
    expect(keysOf('LOCAL')).toContain('tf-generic');
    expect(keysOf('REMOTE')).toContain('tf-maven-remote');
    expect(keysOf('VIRTUAL')).toContain('tf-generic-virtual');
    const some = (await call('GET', `${base}/configurations?repoType=remote&packageType=maven`)).json;
    expect([some.LOCAL, some.VIRTUAL]).toEqual([[], []]);
    const anonymous = await platform.app.inject({ url: `${base}/configurations` });
    expect(anonymous.statusCode).toBe(401);
  });

  it.each([
    [{ rclass: 'local', packageType: 'generic', colour: 'red' }, "'colour' is not a field of a repository"],
    [{ rclass: 'local', packageType: 'generic', BlackedOut: true }, "Did you mean 'blackedOut'?"],
    [
      { rclass: 'local', packageType: 'generic', url: 'https://x.example.org' },
      "'url' is a field of remote repositories only",
    ],
    [{ rclass: 'federated', packageType: 'generic' }, 'federated repositories are not available'],
    [
      { rclass: 'local', packageType: 'maven', forceMavenAuthentication: true },
      'Remove the permissions of anonymous users instead',
    ],
    [
      {
        rclass: 'remote',
        packageType: 'generic',
        url: 'https://x.example.org',
        clientTlsCertificate: 'alias',
      },
      'Set clientCertificate and clientKey',
    ],
  ])('with an unsupported field is rejected in plain words: %j', async (sent, said) => {
    const answer = await call('PUT', `${base}/rejected`, sent);
    expect([answer.status, answer.code]).toEqual([400, 'BAD_CONFIGURATION']);
    expect(answer.message).toContain(said);
  });
});
