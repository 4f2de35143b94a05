import type { ScanPolicy, ViolationsAnswer, ViolationsRequest } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { scanAll } from '../matching/scan.ts';
import { osv } from '../testing/osvSamples.ts';

let platform: TestPlatform;
let reader: string;

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, auth = platform.adminAuth) =>
  platform.app.inject({ method, url, headers: { authorization: auth }, ...(payload ? { payload } : {}) });
const scanned = () => withStorage(platform.storage, scanAll);
const put = (name: string, version: string, licenses: string[], repo = 'npm-local') =>
  withStorage(platform.storage, () => publish({ name, version, licenses, repo }));
const setPolicy = async (policy: ScanPolicy) => {
  expect((await call('PUT', '/xray/api/v1/policy', policy)).statusCode).toBe(200);
  await scanned();
};
const violations = async (asked: ViolationsRequest = {}, auth = platform.adminAuth) =>
  (await call('POST', '/xray/api/v1/violations', asked, auth)).json() as ViolationsAnswer;
const names = async (asked?: ViolationsRequest, auth?: string) =>
  (await violations(asked, auth)).violations
    .map(({ package_name: name, version }) => `${name}@${version}`)
    .sort();

const strict: ScanPolicy = {
  licenses: { enabled: true, allowed: [], banned: ['GPL-*'], unknownViolates: true },
  security: { minSeverity: 'high' },
};

beforeAll(async () => {
  platform = await testPlatform();
  const password = 'Correct-Horse-9';
  await call('PUT', '/access/api/v2/users/none', {});
  const made = await call('POST', '/access/api/v2/users', {
    ...{ username: 'ada', password, email: 'ada@example.org', groups: [] },
  });
  expect(made.statusCode).toBe(201);
  reader = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  await put('free', '1.0.0', ['MIT']);
  await put('copyleft', '1.0.0', ['GPL-3.0-only']);
  await put('either', '1.0.0', ['MIT OR GPL-3.0-only']);
  await put('unsaid', '1.0.0', []);
  await put('leaky', '1.0.0', ['MIT']);
  await put('secret', '1.0.0', ['GPL-2.0-only'], 'plugins-local');
  await call('POST', '/artifactory/api/advisories', [
    osv({ aliases: ['CVE-2024-5'] }),
    osv({ id: 'LOW-1', severity: 'LOW' }),
  ]);
  await scanned();
});
afterAll(() => platform?.close());

describe('policy violations', () => {
  it('are empty without a policy', async () => {
    expect(await violations()).toEqual({
      total_violations: 0,
      violations: [],
      not_evaluated: ['license-policy-off', 'security-policy-off'],
    });
  });

  it('are versions with a banned or unknown license, or a vulnerability of that severity [pkg-08]', async () => {
    await setPolicy(strict);
    const { total_violations: total, violations: found } = await violations();
    expect(total).toBe(4);
    expect(await names()).toEqual(['copyleft@1.0.0', 'leaky@1.0.0', 'secret@1.0.0', 'unsaid@1.0.0']);
    expect(found.find(({ package_name: name }) => name === 'copyleft')).toMatchObject({
      ...{ type: 'License', severity: 'high', license: 'GPL-3.0-only', reason: 'banned' },
      ...{ package_id: 'npm://copyleft', package_type: 'npm', infected_components: ['npm://copyleft:1.0.0'] },
      impacted_artifacts: ['npm-local/copyleft/-/copyleft-1.0.0.tgz'],
    });
    expect(found.find(({ package_name: name }) => name === 'leaky')).toMatchObject({
      ...{ type: 'Security', severity: 'high', issue_id: 'GHSA-aaaa-bbbb-cccc' },
      description: 'leaky lets everyone in',
    });
  });

  it.each<[NonNullable<ViolationsRequest['filters']>, string[]]>([
    [{ name_contains: 'LEFT' }, ['copyleft@1.0.0']],
    [{ violation_type: 'Security' }, ['leaky@1.0.0']],
    [{ violation_type: 'License', min_severity: 'High' }, ['copyleft@1.0.0', 'secret@1.0.0']],
    [{ package_id: 'npm://unsaid' }, ['unsaid@1.0.0']],
    [{ package_id: 'npm://unsaid', version: '2.0.0' }, []],
    [{ license: 'gpl-3.0-only' }, ['copyleft@1.0.0']],
    [{ cve_id: 'CVE-2024-5' }, ['leaky@1.0.0']],
    [{ issue_id: 'GHSA-aaaa-bbbb-cccc' }, ['leaky@1.0.0']],
    [{ repository: 'npm' }, ['copyleft@1.0.0', 'leaky@1.0.0', 'unsaid@1.0.0']],
    [{ repository: 'nowhere' }, []],
    [{ created_until: '2020-01-01' }, []],
    [{ name_contains: '%' }, []],
  ])('can be filtered by %j', async (filters, expected) => {
    expect(await names({ filters })).toEqual(expected);
  });

  it('are paged in order', async () => {
    const pages = [1, 2, 3].map((offset) =>
      violations({ pagination: { order_by: 'severity', direction: 'desc', limit: 2, offset } }),
    );
    const severities = (await Promise.all(pages)).map(({ violations: found }) =>
      found.map(({ severity }) => severity),
    );
    expect(severities).toEqual([['high', 'high'], ['high', 'low'], []]);
  });

  it.each([
    { filters: { violation_type: 'Odd' } },
    { filters: { color: 'red' } },
    { filters: { package_id: 'no id' } },
    { filters: { name_contains: 'a\0' } },
    { filters: { created_from: 'soon' } },
    { pagination: { limit: 1000 } },
    { pagination: { offset: 0 } },
  ])('reject %j with the reason', async (asked) => {
    const answer = await call('POST', '/xray/api/v1/violations', asked);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message.length).toBeGreaterThan(20);
  });

  it('cover only versions that the caller can read', async () => {
    await call('PUT', '/access/api/v2/permissions/Everything%20for%20readers', {
      name: 'Everything for readers',
      resources: {
        artifact: {
          actions: { users: { ada: ['READ'] }, groups: {} },
          targets: { 'npm-local': { include_patterns: ['copyleft/**', 'free/**'], exclude_patterns: [] } },
        },
      },
    });
    expect(await names({}, reader)).toEqual(['copyleft@1.0.0']);
    expect((await violations({}, reader)).total_violations).toBe(1);
    expect((await call('POST', '/xray/api/v1/violations', {}, '')).statusCode).toBe(401);
    const details = (name: string) =>
      call(
        'POST',
        '/xray/ui/component/details/general',
        { package_id: `npm://${name}`, version: '1.0.0' },
        reader,
      );
    expect((await details('copyleft')).json()).toMatchObject({
      scanned: true,
      violations: [{ license: 'GPL-3.0-only', reason: 'banned' }],
    });
    expect((await details('leaky')).statusCode).toBe(404);
    for (const [method, url] of [
      ['GET', '/xray/api/v1/policy'],
      ['GET', '/xray/api/v1/advisories'],
      ['PUT', '/xray/api/v1/policy'],
    ] as const) {
      expect((await call(method, url, method === 'PUT' ? strict : undefined, reader)).statusCode).toBe(403);
    }
  });

  it('change with the policy, and keep the detection time of the others', async () => {
    const before = (await violations({ filters: { package_id: 'npm://copyleft' } })).violations[0];
    await setPolicy({
      ...strict,
      licenses: { ...strict.licenses, unknownViolates: false },
      security: { minSeverity: null },
    });
    expect(await names()).toEqual(['copyleft@1.0.0', 'secret@1.0.0']);
    expect((await violations({ filters: { package_id: 'npm://copyleft' } })).violations[0]).toEqual(before);
    await put('copyleft', '1.0.0', ['MIT']);
    await scanned();
    expect(await names()).toEqual(['secret@1.0.0']);
  });

  it.each([
    {},
    { ...strict, security: { minSeverity: 'odd' } },
    { ...strict, licenses: { ...strict.licenses, banned: [''] } },
    { ...strict, licenses: { ...strict.licenses, banned: 'GPL' } },
    { ...strict, licenses: { ...strict.licenses, allowed: ['gpl-*'] } },
    { ...strict, licenses: { ...strict.licenses, enabled: 'yes' } },
  ])('reject a policy such as %j', async (policy) => {
    expect((await call('PUT', '/xray/api/v1/policy', policy)).statusCode).toBe(400);
  });
});

describe('components', () => {
  const search = async (query: string, body: object = {}) =>
    (await call('POST', `/xray/ui/component/paginatedsearch${query}`, body)).json();

  it('are searched with their findings [pkg-08]', async () => {
    const { data } = await search('?order_by=name&direction=asc&num_of_rows=2&page_num=1', {
      search: 'leak',
    });
    expect(data).toEqual([
      {
        ...{
          pkg_name: 'leaky',
          pkg_id: 'npm://leaky',
          type: 'package',
          pkg_type: 'npm',
          scanned: true,
          top_severity: 'high',
        },
        ...{ num_issues: 2, latest_version: '1.0.0', last_updated: expect.any(String) },
      },
    ]);
    const [one, two] = [await search('?num_of_rows=2&page_num=1'), await search('?num_of_rows=2&page_num=2')];
    expect([one.data.length, two.data.length]).toEqual([2, 2]);
    expect(one.data[0].pkg_name).not.toBe(two.data[0].pkg_name);
  });

  it('list the issues of a version, highest severity first [pkg-08]', async () => {
    const { issues, ...rest } = (
      await call('POST', '/xray/ui/component/details/general', {
        package_id: 'npm://leaky',
        version: '1.0.0',
      })
    ).json();
    expect(rest).toMatchObject({ top_severity: 'high', num_issues: 2, scanned: true, violations: [] });
    expect(issues[0]).toMatchObject({
      ...{ id: 'GHSA-aaaa-bbbb-cccc', severity: 'high', fixed: '1.2.0', aliases: ['CVE-2024-5'] },
      url: 'https://example.org/GHSA-aaaa-bbbb-cccc',
    });
  });

  it.each(['?order_by=odd', '?direction=up', '?num_of_rows=0', '?num_of_rows=100&page_num=100'])(
    'reject %s',
    async (query) => {
      const answer = await call('POST', `/xray/ui/component/paginatedsearch${query}`, {});
      expect(answer.statusCode).toBe(400);
    },
  );
});

describe('a missing license', () => {
  it('violates the policy only for formats with a license field, unless the policy includes the others', async () => {
    await put('own-plugin', '1.0.0', [], 'plugins-local');
    const file = await call('PUT', '/artifactory/generic-local/plain/file.bin', { any: 'thing' });
    expect([file.statusCode, file.body]).toEqual([201, expect.anything()]);
    const missing = async () =>
      (await violations({ pagination: { limit: 100 } })).violations
        .filter(({ reason }) => reason === 'missing')
        .map(({ package_name: name }) => name)
        .filter((name) => !name.startsWith('@lading/'))
        .sort();
    await setPolicy(strict);
    expect(await missing()).toEqual(['unsaid']);
    await setPolicy({ ...strict, licenses: { ...strict.licenses, missingViolatesEverywhere: true } });
    expect(await missing()).toEqual(['own-plugin', 'plain/file.bin', 'unsaid']);
  });
});

it('lists the most severe violations first, or by name on request', async () => {
  const order = async (order_by: 'severity' | 'name', direction: 'asc' | 'desc') =>
    (await violations({ pagination: { order_by, direction, limit: 100 } })).violations;
  const severities = (await order('severity', 'desc')).map(({ severity }) => severity);
  const ranks = ['critical', 'high', 'medium', 'low'];
  expect(severities).toEqual([...severities].sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b)));
  expect(new Set(severities).size).toBeGreaterThan(1);
  const names = (await order('name', 'asc')).map(({ package_name: name }) => name);
  expect(names).toEqual([...names].sort());
  expect((await order('name', 'desc')).map(({ package_name: name }) => name)).toEqual(names.reverse());
});
