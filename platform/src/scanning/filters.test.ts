import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { publish } from '../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { scanAll } from './matching/scan.ts';
import { osv } from './testing/osvSamples.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const reader = `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = platform.adminAuth) {
  const answer = await platform.app.inject({
    method,
    url,
    headers: { authorization: as },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json() };
}

beforeAll(async () => {
  platform = await testPlatform();
  await call('PUT', '/artifactory/api/repositories/other-local', {
    key: 'other-local',
    rclass: 'local',
    packageType: 'npm',
  });
  await withStorage(platform.storage, async () => {
    for (const version of ['1.0.0', '3.0.0']) await publish({ name: 'mended', version });
    await publish({ name: 'rotten', version: '1.0.0' });
    await publish({ name: 'rotten', version: '0.1.0', repo: 'other-local' });
    await publish({ name: 'early', version: '1.0.0-rc.1' });
    await publish({ name: 'sound', version: '1.0.0' });
  });
  const events: Record<string, string>[] = [{ introduced: '0' }, { fixed: '2.0.0' }];
  await call('POST', '/artifactory/api/advisories', [
    osv({ id: 'GHSA-1', name: 'rotten', events, aliases: ['CVE-2024-7'], severity: 'CRITICAL' }),
    osv({ id: 'GHSA-2', name: 'mended', events, aliases: ['CVE-2024-7'], severity: 'CRITICAL' }),
  ]);
  await withStorage(platform.storage, scanAll);
  await call('POST', '/access/api/v2/users', {
    username: 'reader',
    password,
    email: 'reader@example.org',
    groups: [],
  });
  const targets = { 'other-local': { include_patterns: ['**'], exclude_patterns: [] } };
  await call('POST', '/access/api/v2/permissions', {
    name: 'other-only',
    resources: { artifact: { actions: { users: { reader: ['READ'] }, groups: {} }, targets } },
  });
});
afterAll(() => platform?.close());

async function packages(filter: object, order = 'NAME', as?: string): Promise<string[]> {
  const query = `query($filter: PackageFilter!, $order: PackageOrder) {
    packages(filter: $filter, orderBy: $order) { edges { node { name } } } }`;
  const variables = { filter, order: { field: order } };
  const { json, status } = await call('POST', '/metadata/api/v1/query', { query, variables }, as);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.data.packages.edges.map(({ node }: { node: { name: string } }) => node.name);
}

describe('the list of packages', () => {
  it('can be filtered by the severities of the newest version [pkg-02]', async () => {
    const critical = { severity: 'CRITICAL', countMin: 1 };
    expect(await packages({ vulnerabilities: [critical] })).toEqual(['rotten']);
    expect(await packages({ vulnerabilities: critical }, 'MODIFIED')).toEqual(['rotten']);
    expect(await packages({ vulnerabilities: [{ severity: 'LOW', countMin: 1 }] })).toEqual([]);
    expect(await packages({ vulnerabilities: [critical], name: '*otten*' })).toEqual(['rotten']);
    expect(await packages({ vulnerabilities: [critical], name: 'mend*' })).toEqual([]);
    expect((await packages({ vulnerabilities: [{ ...critical, countMin: 0 }] })).length).toBe(4);
  });

  it('can be filtered by a CVE or an advisory of any version', async () => {
    for (const cve of ['CVE-2024-7', 'cve-2024-7'])
      expect(await packages({ cve })).toEqual(['mended', 'rotten']);
    expect(await packages({ cve: 'ghsa-1' })).toEqual(['rotten']);
    expect(await packages({ cve: 'CVE-2024-7', name: 'm*' }, 'DOWNLOADS')).toEqual(['mended']);
    expect(await packages({ cve: 'CVE-1999-1' })).toEqual([]);
  });

  it('can exclude packages without a release', async () => {
    const names = await packages({ ignorePreRelease: true });
    expect(names).toEqual(['mended', 'rotten', 'sound']);
  });

  it('reveals nothing about versions that a reader cannot read', async () => {
    expect(await packages({ cve: 'CVE-2024-7' }, 'NAME', reader)).toEqual(['rotten']);
    expect(
      await packages({ vulnerabilities: [{ severity: 'CRITICAL', countMin: 1 }] }, 'NAME', reader),
    ).toEqual(['rotten']);
    const within = { repositoriesIn: [{ name: 'npm-local' }], cve: 'GHSA-1' };
    expect(await packages(within, 'NAME', reader)).toEqual([]);
  });
});

describe('the search for artifacts', () => {
  const files = async (query: string, as?: string): Promise<string[]> => {
    const { json, status } = await call('GET', `/ui/api/v1/search/artifacts?${query}`, undefined, as);
    expect(status, JSON.stringify(json)).toBe(200);
    return json.results.map(({ name }: { name: string }) => name);
  };

  it('finds the files of versions by severity and CVE [srch-02]', async () => {
    const affected = ['mended-1.0.0.tgz', 'rotten-0.1.0.tgz', 'rotten-1.0.0.tgz'];
    expect(await files('cve=CVE-2024-7')).toEqual(affected);
    expect(await files('severities=critical')).toEqual(affected);
    expect(await files('severities=low,critical&pkg=mend')).toEqual(['mended-1.0.0.tgz']);
    expect(await files('severities=low')).toEqual([]);
    expect(await files('cve=GHSA-2&name=mended&sort_by=size')).toEqual(['mended-1.0.0.tgz']);
    expect(await files('cve=CVE-2024-7', reader)).toEqual(['rotten-0.1.0.tgz']);
  });

  it('is rejected for package types that are not scanned', async () => {
    const off = await testPlatform({ env: { LADING_SCANNING: 'false' } });
    const answer = await off.app.inject({
      url: '/ui/api/v1/search/artifacts?cve=CVE-2024-7',
      headers: { authorization: off.adminAuth },
    });
    await off.close();
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain('require Xray with a license');
  });
});
