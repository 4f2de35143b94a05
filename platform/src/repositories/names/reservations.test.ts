import { readFile } from 'node:fs/promises';
import type { AuditPage, NameRuleAnswer, Reservation, ReservationPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../../database/db.ts';
import { moduleZip } from '../../formats/go/testing/samples.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { type StubUpstream, stubUpstream } from '../../formats/npm/testing/stubUpstream.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
let files: StubFiles;
let registry: StubUpstream;
beforeAll(async () => {
  files = await stubFiles();
  registry = await stubUpstream();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await files?.stop();
  await registry?.stop();
});
beforeEach(() => {
  files.requests.length = 0;
  registry.requests.length = 0;
});

async function call(method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object | string) {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body, json: <T>() => answer.json<T>() };
}
async function repository(key: string, packageType: string, configuration: object): Promise<void> {
  const answer = await call('PUT', `/artifactory/api/repositories/${key}`, { packageType, ...configuration });
  expect(answer.status, answer.body).toBe(201);
}
/** Creates `{key}-own`, `{key}-up` and `{key}`, which combines them. */
async function combined(key: string, packageType: string, url: string): Promise<void> {
  await repository(`${key}-own`, packageType, { rclass: 'local' });
  await repository(`${key}-up`, packageType, { rclass: 'remote', url, missedRetrievalCachePeriodSecs: 0 });
  await repository(key, packageType, {
    rclass: 'virtual',
    repositories: [`${key}-own`, `${key}-up`],
    defaultDeploymentRepo: `${key}-own`,
  });
}
async function publish(repo: string, name: string): Promise<void> {
  const sample = { name, version: '1.0.0' };
  const body = publishBody(sample, await sampleTarball(sample));
  const answer = await call('PUT', `/artifactory/api/npm/${repo}/${name.replace('/', '%2f')}`, body);
  expect(answer.status, answer.body).toBe(201);
}
async function change(key: string, prefix: string, effect: string): Promise<void> {
  const answer = await call('PUT', `/artifactory/api/repositories/${key}/reservations`, { prefix, effect });
  expect([answer.status, answer.body]).toEqual([204, '']);
}
async function rule(key: string, name: string): Promise<NameRuleAnswer> {
  const url = `/artifactory/api/repositories/${key}/reservations/rule?name=${encodeURIComponent(name)}`;
  return (await call('GET', url)).json();
}
async function listed(key: string): Promise<Reservation[]> {
  return (await call('GET', `/artifactory/api/repositories/${key}/reservations`)).json<ReservationPage>()
    .reservations;
}
const packument = (repo: string, name: string) =>
  call('GET', `/artifactory/api/npm/${repo}/${name.replace('/', '%2f')}`);
/** Installs the package and waits until it is indexed. */
async function install(repo: string, name: string, remote: string): Promise<void> {
  expect((await packument(repo, name)).status).toBe(200);
  const file = `${name.split('/').at(-1)}-1.0.0.tgz`;
  expect((await call('GET', `/artifactory/api/npm/${repo}/${name}/-/${file}`)).status).toBe(200);
  await expect.poll(() => claimed(remote), { timeout: 20_000 }).toContain(name.split('/')[0]);
}
async function claimed(repo: string): Promise<string[]> {
  const { rows } = await withStorage(platform.storage, () =>
    db().execute<{ namespace: string }>(sql`SELECT namespace FROM name_claims WHERE repo = ${repo}`),
  );
  return rows.map(({ namespace }) => namespace);
}

describe('an npm scope in which a local repository owns a name', () => {
  it('is never requested from an upstream', async () => {
    await combined('scopes', 'npm', registry.url);
    await registry.publish({ name: '@corp/other', version: '1.0.0' });
    await publish('scopes', '@corp/ours');
    const missing = await packument('scopes', '@corp/other');
    expect([missing.status, missing.body]).toEqual([
      404,
      expect.stringContaining('Names under @corp are reserved for local'),
    ]);
    expect((await call('GET', '/artifactory/api/npm/scopes/@corp/other/-/other-1.0.0.tgz')).status).toBe(404);
    const audited = await call(
      'POST' as 'PUT',
      '/artifactory/api/npm/scopes/-/npm/v1/security/advisories/bulk',
      {
        '@corp/other': ['1.0.0'],
      },
    );
    expect(audited.status).toBeLessThan(500);
    expect(registry.requests.filter((each) => each.includes('corp'))).toEqual([]);
    expect(await rule('scopes', '@corp/other')).toEqual({
      name: '@corp/other',
      upstream: false,
      reason: 'reserved-by-default',
      prefix: '@corp',
    });
    expect(await rule('scopes', '@corp/ours')).toMatchObject({ upstream: false, reason: 'owned' });
    expect(await rule('scopes', '@corporation/x')).toMatchObject({ upstream: true, reason: 'open' });
  });

  it('stays reserved after a download that bypasses the virtual repository, and after its packages are deleted', async () => {
    await combined('sticky', 'npm', registry.url);
    await publish('sticky', '@firm/ours');
    await registry.publish({ name: '@firm/other', version: '1.0.0' });
    await install('sticky-up', '@firm/other', 'sticky-up');
    expect((await packument('sticky', '@firm/other')).status).toBe(404);
    expect((await call('DELETE', '/artifactory/sticky-own/@firm/ours/-/ours-1.0.0.tgz')).status).toBe(204);
    expect((await packument('sticky', '@firm/other')).status).toBe(404);
  });

  it('is not reserved if an upstream served it before, or for @types', async () => {
    await combined('mixed', 'npm', registry.url);
    for (const name of ['@both/theirs', '@both/later', '@types/node'])
      await registry.publish({ name, version: '1.0.0' });
    await install('mixed', '@both/theirs', 'mixed-up');
    await publish('mixed', '@both/ours');
    await publish('mixed', '@types/ours');
    expect((await packument('mixed', '@both/later')).status).toBe(200);
    expect((await packument('mixed', '@types/node')).status).toBe(200);
    expect(await listed('mixed')).toEqual([{ prefix: '@both', state: 'open', repositories: ['mixed-own'] }]);
  });

  it('can be released, reserved, and reset by administrators, with audit events', async () => {
    await combined('ruled', 'npm', registry.url);
    for (const name of ['@acme/public', 'acme-public']) await registry.publish({ name, version: '1.0.0' });
    await publish('ruled', '@acme/ours');
    await change('ruled', '@Acme/*', 'lifted');
    expect((await packument('ruled', '@acme/public')).status).toBe(200);
    expect(await rule('ruled', '@acme/ours')).toMatchObject({ upstream: false, reason: 'owned' });
    const [lifted] = await listed('ruled');
    expect(lifted).toMatchObject({
      prefix: '@acme',
      state: 'lifted',
      repositories: ['ruled-own'],
      createdBy: 'admin',
    });
    await change('ruled', '@acme', 'default');
    expect((await packument('ruled', '@acme/public')).status).toBe(404);
    await change('ruled', 'acme-', 'reserved');
    expect((await packument('ruled', 'acme-public')).status).toBe(404);
    expect(await rule('ruled', 'ACME-public')).toMatchObject({
      upstream: false,
      reason: 'reserved',
      prefix: 'acme-',
    });
    const audit = (await call('GET', '/access/api/v1/audit?event=reservation-changed')).json<AuditPage>();
    expect(audit.events.map(({ detail, by }) => [by, detail]).slice(0, 3)).toEqual([
      ['admin', 'ruled: acme- reserved for local repositories'],
      ['admin', 'ruled: @acme reset to the default'],
      ['admin', 'ruled: @acme no longer reserved'],
    ]);
  });
});

describe('a namespace of another format in which a local repository owns a name', () => {
  it('of Maven groups covers subgroups, and no top-level domain', async () => {
    await combined('jars', 'maven', files.url);
    const put = (path: string) => call('PUT', `/artifactory/jars-own/${path}`, 'a jar');
    expect((await put('com/acme/core/1.0/core-1.0.jar')).status).toBe(201);
    expect((await put('com/first/1.0/first-1.0.jar')).status).toBe(201);
    for (const path of [
      'com/acme/other/1.0/other-1.0.jar',
      'com/acme/other/1.0/other-1.0.jar.sha1',
      'com/acme/other/maven-metadata.xml',
      'com/acme/maven-metadata.xml',
      'com/acme/sub/x/1.0/x-1.0.pom',
      'com/acme/other/1.0/unusual.txt',
    ])
      expect([path, (await call('GET', `/artifactory/jars/${path}`)).status]).toEqual([path, 404]);
    expect(files.requests).toEqual([]);
    await call('GET', '/artifactory/jars/com/acmeother/x/1.0/x-1.0.jar');
    await call('GET', '/artifactory/jars/com/second/1.0/second-1.0.jar');
    expect(files.requests).toHaveLength(2);
  });

  it('of Go modules covers their path and the parents that clients request', async () => {
    await combined('mods', 'go', files.url);
    const module = 'corp.example/team/core';
    const put = await call(
      'PUT',
      `/artifactory/mods-own/${module}/@v/v1.0.0.zip`,
      moduleZip({ module, version: 'v1.0.0' }) as never,
    );
    expect(put.status, put.body).toBe(201);
    for (const name of [
      'corp.example/team/core/sub',
      'corp.example/team/other',
      'corp.example/team',
      'corp.example',
    ])
      for (const path of [
        `${name}/@v/list`,
        `${name}/@latest`,
        `${name}/@v/v1.0.0.info`,
        `sumdb/sum.golang.org/lookup/${name}@v1.0.0`,
      ])
        expect([path, (await call('GET', `/artifactory/api/go/mods/${path}`)).status]).toEqual([path, 404]);
    expect(files.requests).toEqual([]);
    expect(await rule('mods', 'corp.example')).toMatchObject({
      reason: 'parent',
      prefix: 'corp.example/team',
    });
    await call('GET', '/artifactory/api/go/mods/corp.example.org/x/@v/list');
    await call('GET', '/artifactory/api/go/mods/corp.example/public/@v/list');
    expect(files.requests).toHaveLength(2);
    await change('mods', 'corp.example', 'lifted');
    expect(await listed('mods')).toMatchObject([
      { prefix: 'corp.example', state: 'lifted', createdBy: 'admin' },
      { prefix: 'corp.example/team', state: 'lifted', rule: 'corp.example' },
    ]);
    await call('GET', '/artifactory/api/go/mods/corp.example/@v/list');
    expect(files.requests).toHaveLength(3);
  });

  it('of images covers the first part of their names, except library', async () => {
    await combined('images', 'docker', files.url);
    const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    await pushImage(client, 'images-own/corp/app', 'latest', { layer: 'ours' });
    await pushImage(client, 'images-own/library/base', 'latest', { layer: 'ours too' });
    const pull = async (image: string) =>
      (await client.ask('GET', `/v2/images/${image}/manifests/latest`)).status;
    expect([await pull('corp/app'), await pull('corp/other'), await pull('corp/deep/other')]).toEqual([
      200, 404, 404,
    ]);
    expect(files.requests).toEqual([]);
    await pull('library/alpine');
    await pull('other/app');
    expect(files.requests.length).toBeGreaterThanOrEqual(2);
  });
});

describe('prefixes that administrators reserve', () => {
  it.each([
    [
      'pypi',
      'Acme_',
      '/artifactory/api/pypi/KEY/simple/acme-secret/',
      '/artifactory/api/pypi/KEY/simple/acm/',
    ],
    [
      'cargo',
      'acme_',
      '/artifactory/api/cargo/KEY/index/ac/me/acme-secret',
      '/artifactory/api/cargo/KEY/index/ac/mx/acmx',
    ],
    [
      'nuget',
      'Acme.',
      '/artifactory/api/nuget/v3/KEY/flatcontainer/acme.secret/index.json',
      '/artifactory/api/nuget/v3/KEY/flatcontainer/acm/index.json',
    ],
    ['maven', 'com.acme', '/artifactory/KEY/com/acme/x/1/x-1.jar', '/artifactory/KEY/com/acmes/x/1/x-1.jar'],
    ['npm', '@acme', '/artifactory/api/npm/KEY/@acme%2fsecret', '/artifactory/api/npm/KEY/@acmes%2fother'],
    [
      'go',
      'acme.example',
      '/artifactory/api/go/KEY/acme.example/x/@v/list',
      '/artifactory/api/go/KEY/acme.examples/x/@v/list',
    ],
  ])('exclude names of a %s upstream under %s', async (type, prefix, closed, open) => {
    const key = `prefix-${type}`;
    await combined(key, type, files.url);
    await change(key, prefix, 'reserved');
    expect((await call('GET', closed.replace('KEY', key))).status).toBe(404);
    const ofPackages = () => files.requests.filter((each) => /acm/i.test(each));
    expect(ofPackages()).toEqual([]);
    await call('GET', open.replace('KEY', key));
    expect(files.requests.length).toBeGreaterThan(0);
  });

  it('exclude charts of a Helm upstream from the index with the next request', async () => {
    files.files.set(
      'index.yaml',
      'apiVersion: v1\nentries:\n  acme-core:\n  - {apiVersion: v2, name: acme-core, version: 1.0.0, urls: [acme-core-1.0.0.tgz]}\n',
    );
    await combined('charts', 'helm', files.url);
    const names = async () =>
      Object.keys((await call('GET', '/artifactory/api/helm/charts/api/charts')).json<object>());
    expect(await names()).toEqual(['acme-core']);
    await change('charts', 'acme-', 'reserved');
    expect(await names()).toEqual([]);
    await change('charts', 'acme-', 'default');
    expect(await names()).toEqual(['acme-core']);
  });

  it('are validated, and allowed only in virtual repositories', async () => {
    await combined('strict', 'npm', registry.url);
    const url = '/artifactory/api/repositories/strict/reservations';
    const put = async (payload: object, at = url) => {
      const answer = await call('PUT', at, payload);
      return [answer.status, answer.json<{ errors?: { code: string }[] }>().errors?.[0]?.code];
    };
    expect(await put({ prefix: '@x', effect: 'reserved', more: 1 })).toEqual([400, 'BAD_REQUEST']);
    expect(await put({ prefix: ['@x'], effect: 'reserved' })).toEqual([400, 'BAD_REQUEST']);
    expect(await put({ prefix: '@x', effect: 'open' })).toEqual([400, 'BAD_REQUEST']);
    for (const prefix of ['*', '@', '/', 'a b', '../x', 'x'.repeat(300)])
      expect([prefix, ...(await put({ prefix, effect: 'reserved' }))]).toEqual([prefix, 400, 'BAD_PREFIX']);
    expect(await put({ prefix: '@x', effect: 'default' })).toEqual([404, 'NOT_FOUND']);
    expect(await put({ prefix: '@x', effect: 'reserved' }, url.replace('strict', 'strict-own'))).toEqual([
      400,
      'NOT_VIRTUAL',
    ]);
    for (const query of ['limit=0', 'limit=x', 'limit=1&limit=2', 'more=1'])
      expect([query, (await call('GET', `${url}?${query}`)).status]).toEqual([query, 400]);
  });

  it('are paged', async () => {
    await combined('paged', 'npm', registry.url);
    for (const prefix of ['c-', '@b', 'a-']) await change('paged', prefix, 'reserved');
    await publish('paged', '@d/ours');
    const url = '/artifactory/api/repositories/paged/reservations?limit=2';
    const first = (await call('GET', url)).json<ReservationPage>();
    const second = (
      await call('GET', `${url}&after=${encodeURIComponent(first.next ?? '')}`)
    ).json<ReservationPage>();
    const shown = [...first.reservations, ...second.reservations].map(({ prefix, state }) => [prefix, state]);
    expect([first.next, second.next]).toEqual(['@d', undefined]);
    expect(shown).toEqual([
      ['@b', 'reserved'],
      ['@d', 'reserved-by-default'],
      ['a-', 'reserved'],
      ['c-', 'reserved'],
    ]);
  });
});

describe('the migration that records existing names', () => {
  it('records the same namespaces as publishing and caching, and reserves none that an upstream served', async () => {
    const text = await readFile(
      new URL('../../database/migrations/before-0.1.0/0840-claimed-namespaces.sql', import.meta.url),
      'utf8',
    );
    const before = text.slice(text.indexOf('-- Existing content'));
    const claims = (order: string) =>
      db().execute(sql`SELECT type, namespace, repo FROM name_claims ORDER BY ${sql.raw(order)}`);
    await withStorage(platform.storage, () =>
      transaction(async () => {
        const recorded = await claims('type, repo, namespace');
        expect(recorded.rows.map(({ namespace }) => namespace)).toEqual(
          expect.arrayContaining(['@corp', '@both', 'com.acme', 'corp.example/team', 'corp']),
        );
        await db().execute(sql`DELETE FROM name_claims`);
        await db().execute(sql.raw(before));
        expect((await claims('type, repo, namespace')).rows).toEqual(recorded.rows);
        const early = await db().execute(sql`
          SELECT DISTINCT r.type, c.since = '-infinity' AS first FROM name_claims c JOIN repositories r ON r.key = c.repo ORDER BY r.type`);
        expect(early.rows).toEqual([
          { type: 'local', first: false },
          { type: 'remote', first: true },
        ]);
      }),
    );
  });
});
