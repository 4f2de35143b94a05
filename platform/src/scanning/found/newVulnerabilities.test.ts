import type { NewVulnerabilities } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type Published, publish } from '../../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { scanAll } from '../matching/scan.ts';
import { osv } from '../testing/osvSamples.ts';

let platform: TestPlatform;
const password = 'an-old-Tune-of-7-seas';
const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const put = (given: Published) => inside(() => publish(given));
const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  authorization = platform.adminAuth,
) => platform.app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
const done = async (...given: Parameters<typeof call>) => {
  const { statusCode, body } = await call(...given);
  expect(`${statusCode} ${body}`).toMatch(/^2/);
};
async function add(...documents: object[]): Promise<void> {
  await done('POST', '/artifactory/api/advisories', documents);
  await inside(scanAll);
}
const found = async (query = '', authorization = platform.adminAuth) => {
  const answer = await call('GET', `/xray/ui/vulnerabilities/new${query}`, undefined, authorization);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<NewVulnerabilities>();
};
const listed = async (query?: string, authorization?: string) =>
  (await found(query, authorization)).vulnerabilities.map(
    ({ advisory, package_name: name, version }) => `${advisory} ${name}@${version}`,
  );
/** Moves all that was found until now into the past. */
const pass = (days: number) =>
  inside(() =>
    db().execute(sql`UPDATE found_vulnerabilities SET found = found - make_interval(days => ${days})`),
  );

beforeAll(async () => {
  platform = await testPlatform();
  await done('POST', '/access/api/v1/projects', {
    ...{ project_key: 'tea', display_name: 'Tea' },
    admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
  });
  await platform.createRepository('tea-npm', { rclass: 'local', packageType: 'npm', projectKey: 'tea' });
  for (const username of ['ada', 'rosa'])
    await done('POST', '/access/api/v2/users', {
      ...{ username, password, email: `${username}@example.org`, groups: [] },
    });
  await put({ name: 'leaky', version: '1.0.0' });
  await put({ name: 'leaky', version: '1.1.0' });
  await put({ name: 'leaky', version: '1.2.0' });
  await put({ name: 'cup', version: '1.0.0', repo: 'tea-npm' });
  await put({
    name: 'notes',
    version: '1',
    repo: 'generic-local',
    type: 'generic',
    leadFile: 'notes/1/n.txt',
  });
});
afterAll(() => platform?.close());

describe('vulnerabilities that were found recently', () => {
  it('are unknown, not none, while nothing is scanned', async () => {
    expect(await found()).toMatchObject({
      ...{ vulnerabilities: [], scanned: false, waiting: false },
      unknownTypes: ['generic', 'npm'],
    });
  });

  it('are listed with the newest affected version, and the types that are not scanned', async () => {
    await add(osv({ aliases: ['CVE-2024-1'] }));
    expect(await found()).toMatchObject({
      ...{ scanned: true, waiting: false, complete: true, days: 30, unknownTypes: ['generic'] },
      vulnerabilities: [
        {
          ...{ advisory: 'GHSA-aaaa-bbbb-cccc', title: 'leaky lets everyone in', severity: 'high' },
          ...{ package_id: 'npm://leaky', package_name: 'leaky', version: '1.1.0' },
        },
      ],
    });
  });

  it('are newest first, then most severe first, each once, in whichever databases it is', async () => {
    await pass(1);
    await add(
      osv({ id: 'LOW-1', severity: 'LOW' }),
      osv({ id: 'CUP-1', name: 'cup', severity: 'CRITICAL' }),
      osv({ id: 'PYSEC-1', aliases: ['CVE-2024-1'] }),
    );
    expect(await listed()).toEqual([
      ...['CUP-1 cup@1.0.0', 'LOW-1 leaky@1.1.0', 'GHSA-aaaa-bbbb-cccc leaky@1.1.0'],
    ]);
    expect(await listed('?limit=1')).toEqual(['CUP-1 cup@1.0.0']);
    expect(await listed('?project=tea')).toEqual(['CUP-1 cup@1.0.0']);
    expect(await listed('?project=none')).toEqual([]);
  });

  it('are not new again after another scan or version', async () => {
    await pass(29);
    const before = await found();
    await put({ name: 'leaky', version: '1.1.5' });
    await add(osv({ id: 'LOW-1', severity: 'LOW', modified: '2025-01-01T00:00:00Z' }));
    const after = await found();
    expect(after.vulnerabilities.map(({ found: at }) => at)).toEqual(
      before.vulnerabilities.map(({ found: at }) => at),
    );
    expect(await listed()).toContain('LOW-1 leaky@1.1.5');
    await pass(30);
    expect(await listed()).toEqual([]);
  });

  it('are not listed after their advisory was deleted or does not affect a version', async () => {
    await add(osv({ id: 'GONE-1' }), osv({ id: 'FIXED-1' }));
    expect(await listed()).toEqual(['FIXED-1 leaky@1.1.5', 'GONE-1 leaky@1.1.5']);
    await done('DELETE', '/xray/api/v1/advisories/GONE-1');
    await add(osv({ id: 'FIXED-1', modified: '2025-01-01T00:00:00Z', events: [{ introduced: '9.0.0' }] }));
    expect(await listed()).toEqual([]);
  });

  it('are listed only for versions that the caller can read', async () => {
    await add(osv({ id: 'SEEN-1' }));
    expect(await found('', basic('rosa'))).toMatchObject({ vulnerabilities: [], unknownTypes: [] });
    await done('POST', '/access/api/v2/permissions', {
      name: 'ada',
      resources: {
        artifact: {
          actions: { users: { ada: ['READ'] }, groups: {} },
          targets: { 'npm-local': { include_patterns: ['leaky/-/leaky-1.0.0.tgz'] } },
        },
      },
    });
    expect(await listed('', basic('ada'))).toEqual(['SEEN-1 leaky@1.0.0']);
    expect((await platform.app.inject('/xray/ui/vulnerabilities/new')).statusCode).toBe(401);
    expect((await call('GET', '/xray/ui/vulnerabilities/new?limit=0')).statusCode).toBe(400);
  });
});
