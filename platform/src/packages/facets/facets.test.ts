import type { MorePackageFacets, PackageFacets, PackagesData } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
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
    const words = { description: 'It soars', licenses: ['Apache-2.0', 'MIT'] };
    await publish({ name: 'kite', version: '1.0.0', ...words });
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

  it.each([
    ['description', { description: '*soars*' }, ['Apache-2.0', 'MIT']],
    ['version', { version: '2.*' }, ['MIT']],
    ['releases', { ignorePreRelease: true, name: 'kite' }, ['Apache-2.0', 'MIT']],
    ['days', { modifiedMin: '2999-01-01' }, []],
    ['checksum', { checksum: 'f'.repeat(64) }, []],
  ])('are counted within the filters that no facet offers: %s', async (_what, filters, licenses) => {
    const found = await facets(filters);
    expect(found.licenses.map(({ value }) => value)).toEqual(licenses);
    const query = 'query($filter: PackageFilter!){packages(filter:$filter){edges{node{name}}}}';
    const listed = await platform.app.inject({
      ...{ method: 'POST', url: '/ui/api/v1/mds/packages', headers: { authorization: platform.adminAuth } },
      payload: { graphQL: { query, variables: { filter: { ...filters, ignoreConsolePlugins: true } } } },
    });
    const counted = found.types.reduce((sum, { count }) => sum + count, 0);
    expect(listed.json<{ data: PackagesData }>().data.packages.edges).toHaveLength(counted);
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

const more = async (payload: object, authorization = platform.adminAuth) => {
  const answer = await platform.app.inject({
    ...{ method: 'POST', url: `${url}/more`, headers: { authorization }, payload },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { severities, projects, unknownTypes: _, ...rest } = answer.json<MorePackageFacets>();
  return {
    severities: severities.map(({ value, count }) => `${value} ${count}`),
    projects: projects.map(({ name, count }) => `${name} ${count}`),
    ...rest,
  };
};

describe('severities and projects to filter packages by', () => {
  const password = 'an old tune of the sea';
  const basic = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const none = ['critical 0', 'high 0', 'medium 0', 'low 0'];
  const admin = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const headers = { authorization: platform.adminAuth };
    const answer = await platform.app.inject({ method, url: path, headers, payload });
    expect(`${answer.statusCode} ${answer.body}`).toMatch(/^2/);
  };
  beforeAll(async () => {
    for (const key of ['tea', 'rum']) {
      await admin('POST', '/access/api/v1/projects', {
        ...{ project_key: key, display_name: key.toUpperCase() },
        admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
      });
      await platform.createRepository(`${key}-npm`, { rclass: 'local', packageType: 'npm', projectKey: key });
    }
    await own(async () => {
      await createUser('tess', { password, groups: [] });
      await publish({ name: 'leaf', version: '1.0.0', repo: 'tea-npm' });
      await publish({ name: 'leaf', version: '2.0.0', repo: 'tea-npm' });
      await publish({ name: 'cup', version: '1.0.0', repo: 'tea-npm', licenses: ['BSD-3-Clause'] });
      await publish({ name: 'leaf', version: '3.0.0', repo: 'rum-npm' });
      // The scan of the new versions would replace these results.
      await vi.waitFor(async () => {
        const { rowCount } = await db().execute(sql`SELECT FROM scan_queue`);
        const job = (await platform.app.jobs.states()).find(({ name }) => name === 'scan-versions');
        expect([rowCount, job?.state]).toEqual([0, 'idle']);
      });
      for (const [name, version, critical, low] of [
        ['leaf', '2.0.0', 1, 0],
        ['leaf', '3.0.0', 0, 2],
        ['cup', '1.0.0', 1, 1],
        ['pad', '1.0.0', 5, 0],
      ])
        await db().execute(sql`
          INSERT INTO version_scans (package_id, version, critical, high, medium, low, info, unknown, skipped)
          SELECT id, ${version}, ${critical}::integer, 0, 0, ${low}::integer, 0, 0, 0 FROM packages
          WHERE name = ${name} ON CONFLICT (package_id, version)
            DO UPDATE SET critical = excluded.critical, low = excluded.low`);
    });
    await admin('PUT', '/access/api/v1/projects/tea/users/tess', { roles: ['Viewer'] });
  });

  it('have no numbers of severities while nothing is scanned: they are unknown, not none', async () => {
    expect((await more({})).severities).toEqual([]);
    const { packages } = platform.app.platform;
    const scans = { on: true, types: new Set(['npm']), partial: new Set<string>() };
    Object.assign(packages, { scans: async () => scans });
    expect((await more({})).severities).toHaveLength(4);
    expect((await more({ types: ['generic'] })).severities).toEqual([]);
    Object.assign(packages, { scans: async () => ({ ...scans, on: false }) });
    expect((await more({})).severities).toEqual([]);
    Object.assign(packages, { scans: async () => scans });
  });

  it('name the types whose packages are not scanned, of the packages that are counted', async () => {
    const unknown = async (payload: object) => {
      const headers = { authorization: platform.adminAuth };
      const answer = await platform.app.inject({ method: 'POST', url: `${url}/more`, headers, payload });
      return answer.json<MorePackageFacets>().unknownTypes;
    };
    expect(await unknown({})).toEqual(['generic']);
    expect(await unknown({ projects: ['tea'] })).toEqual([]);
    expect(await unknown({ types: ['npm'] })).toEqual([]);
    expect(await unknown({ repos: ['npm-local'] })).toEqual([]);
  });

  it('have numbers of packages, by the newest version', async () => {
    expect(await more({})).toEqual({
      severities: ['critical 1', 'high 0', 'medium 0', 'low 2'],
      ...{ projects: ['TEA 2', 'RUM 1'], capped: false, partial: false },
    });
  });

  it('are counted within the other filters, and the others within them', async () => {
    expect((await more({ projects: ['tea'] })).severities).toEqual([
      ...['critical 2', 'high 0', 'medium 0', 'low 1'],
    ]);
    expect((await more({ repos: ['rum-npm'] })).severities.at(-1)).toBe('low 1');
    expect((await more({ search: 'leaf' })).severities).toEqual([...none.slice(0, 3), 'low 1']);
    expect((await more({ search: 'leaf', projects: ['tea'] })).severities[0]).toBe('critical 1');
    expect((await more({ licenses: ['BSD*'] })).severities[0]).toBe('critical 1');
    expect((await more({ severities: ['critical'] })).projects).toEqual(['TEA 1']);
    expect((await more({ projects: ['tea'], search: 'cup' })).projects).toEqual(['TEA 1']);
    expect((await facets({ projects: ['tea'], severities: ['low'] })).licenses).toEqual([
      { value: 'BSD-3-Clause', count: 1 },
    ]);
    expect((await facets({ projects: ['none'] })).types).toEqual([]);
  });

  it('are counted only where the caller can read', async () => {
    expect(await more({}, basic('tess'))).toEqual({
      severities: ['critical 2', 'high 0', 'medium 0', 'low 1'],
      ...{ projects: ['TEA 2'], capped: false, partial: false },
    });
    expect(await more({ projects: ['rum'] }, basic('tess'))).toMatchObject({ severities: none });
    expect(await more({}, basic('rosa'))).toMatchObject({ severities: none, projects: [] });
    const permission = {
      actions: { users: { rosa: ['READ'] }, groups: {} },
      targets: { 'rum-npm': {} },
    };
    await admin('POST', '/access/api/v2/permissions', {
      ...{ name: 'rosa', resources: { artifact: permission } },
    });
    // Members of the project see it, other readers of its repository do not.
    expect(await more({}, basic('rosa'))).toMatchObject({
      ...{ severities: [...none.slice(0, 3), 'low 1'], projects: [] },
    });
    expect((await platform.app.inject({ method: 'POST', url: `${url}/more`, payload: {} })).statusCode).toBe(
      401,
    );
  });

  it('reject unknown severities', async () => {
    const headers = { authorization: platform.adminAuth };
    const payload = { severities: ['worst'] };
    const answer = await platform.app.inject({ method: 'POST', url: `${url}/more`, headers, payload });
    expect(answer.statusCode).toBe(400);
  });
});
