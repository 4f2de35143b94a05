import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { setDeprecated, unindexVersion } from '../packages/indexing.ts';
import { type Published, publish } from '../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { dropOldScans } from './housekeeping.ts';
import { lockScanning } from './matching/lock.ts';
import { scanAll } from './matching/scan.ts';
import { osv } from './testing/osvSamples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const put = (given: Published) => inside(() => publish(given));
const scanned = () => inside(scanAll);
/** Prevents the background scan, to test the state before it. */
const whileNobodyScans = (work: () => Promise<void>) =>
  inside(() =>
    transaction(async () => {
      await lockScanning();
      await work();
    }),
  );
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json() };
};
const add = (...documents: object[]) => call('POST', '/artifactory/api/advisories', documents);
const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };

async function packageOf(id: string) {
  const query = `query($id: ID!) { package(id: $id) { vulnerabilities { critical high medium low info unknown skipped }
    operationalRisk { riskLevel } } }`;
  const { json } = await call('POST', '/metadata/api/v1/query', { query, variables: { id } });
  return json.data.package;
}

async function versionsOf(id: string, filter: object = {}): Promise<Record<string, object | null>> {
  const query = `query($filter: VersionFilter!) { versions(filter: $filter) { edges { node { name
    vulnerabilities { critical high medium low info unknown skipped } } } } }`;
  const variables = { filter: { packageId: id, ...filter } };
  const { json } = await call('POST', '/metadata/api/v1/query', { query, variables });
  return Object.fromEntries(
    json.data.versions.edges.map(({ node }: { node: { name: string; vulnerabilities: object | null } }) => [
      node.name,
      node.vulnerabilities,
    ]),
  );
}

describe('scan results of stored versions', () => {
  it('are unknown until advisories exist, and then counted by severity [pkg-02] [pkg-03]', async () => {
    for (const version of ['1.0.0', '1.2.0-rc.1', '1.2.0', '10.0.0']) await put({ name: 'leaky', version });
    await scanned();
    expect((await packageOf('npm://leaky')).vulnerabilities).toBeNull();
    expect(await versionsOf('npm://leaky')).toEqual({
      '1.0.0': null,
      '1.2.0-rc.1': null,
      '1.2.0': null,
      '10.0.0': null,
    });

    await add(osv({ aliases: ['CVE-2024-1'] }));
    await scanned();
    expect((await packageOf('npm://leaky')).vulnerabilities).toEqual(none);
    expect(await versionsOf('npm://leaky')).toEqual({
      '1.0.0': { ...none, high: 1 },
      '1.2.0-rc.1': { ...none, high: 1 },
      '1.2.0': none,
      '10.0.0': none,
    });
  });

  it('can be filtered by severity and by CVE [pkg-07]', async () => {
    const severe = (severity: string, countMin = 1) =>
      versionsOf('npm://leaky', { vulnerabilities: { severity, countMin } }).then(Object.keys);
    expect(await severe('HIGH')).toEqual(['1.2.0-rc.1', '1.0.0']);
    expect(await severe('CRITICAL')).toEqual([]);
    expect(await severe('HIGH', 2)).toEqual([]);
    expect(await severe('CRITICAL', 0)).toHaveLength(4);
    expect(Object.keys(await versionsOf('npm://leaky', { cve: 'cve-2024-1' }))).toHaveLength(2);
    expect(Object.keys(await versionsOf('npm://leaky', { cve: 'GHSA-aaaa-bbbb-cccc' }))).toHaveLength(2);
    expect(await versionsOf('npm://leaky', { cve: 'CVE-2024-2' })).toEqual({});
  });

  it('include versions published later', async () => {
    await whileNobodyScans(async () => {
      await put({ name: 'leaky', version: '0.9.0' });
      expect((await versionsOf('npm://leaky'))['0.9.0']).toBeNull();
    });
    await scanned();
    expect((await versionsOf('npm://leaky'))['0.9.0']).toEqual({ ...none, high: 1 });
  });

  it('change with the advisory, and are deleted with it', async () => {
    const changed = osv({ modified: '2024-03-01T00:00:00Z', severity: 'CRITICAL', aliases: ['CVE-2024-1'] });
    changed.affected[0]?.ranges[0]?.events.splice(1, 1, { last_affected: '1.2.0' });
    await add(changed);
    await scanned();
    expect((await versionsOf('npm://leaky'))['1.2.0']).toEqual({ ...none, critical: 1 });

    // Older documents change nothing.
    await add(osv());
    await scanned();
    expect((await versionsOf('npm://leaky'))['1.2.0']).toEqual({ ...none, critical: 1 });

    await add(
      osv({ id: 'PYSEC-1', severity: 'LOW', aliases: ['CVE-2024-1'] }),
      osv({ id: 'X-2', severity: 'odd' }),
    );
    await scanned();
    // A vulnerability in two databases counts once. The other vulnerability has no rating.
    expect((await versionsOf('npm://leaky'))['1.0.0']).toEqual({ ...none, critical: 1, unknown: 1 });

    await add({ ...changed, modified: '2024-04-01T00:00:00Z', withdrawn: '2024-04-01T00:00:00Z' });
    expect((await call('DELETE', '/xray/api/v1/advisories/X-2')).status).toBe(204);
    await scanned();
    expect((await versionsOf('npm://leaky'))['1.0.0']).toEqual({ ...none, low: 1 });
  });

  it('are kept when an older document withdraws an advisory', async () => {
    await put({ name: 'back', version: '1.0.0' });
    const high = { '1.0.0': { ...none, high: 1 } };
    await add(osv({ id: 'BACK-1', name: 'back', modified: '2024-05-01T00:00:00Z' }));
    await add(
      osv({
        id: 'BACK-1',
        name: 'back',
        modified: '2024-04-01T00:00:00Z',
        withdrawn: '2024-04-01T00:00:00Z',
      }),
    );
    await scanned();
    expect(await versionsOf('npm://back')).toEqual(high);
    await add(
      osv({
        id: 'BACK-1',
        name: 'back',
        modified: '2024-05-01T00:00:00Z',
        withdrawn: '2024-05-01T00:00:00Z',
      }),
    );
    await scanned();
    expect(await versionsOf('npm://back')).toEqual({ '1.0.0': none });
  });

  it('are removed when an advisory no longer covers a package or version', async () => {
    await put({ name: 'first', version: '1.0.0' });
    await put({ name: 'second', version: '1.0.0' });
    await add(osv({ id: 'MOVE-1', name: 'first' }));
    await scanned();
    expect(await versionsOf('npm://first')).toEqual({ '1.0.0': { ...none, high: 1 } });
    await add(osv({ id: 'MOVE-1', name: 'second', modified: '2024-03-01T00:00:00Z' }));
    await scanned();
    expect(await versionsOf('npm://first')).toEqual({ '1.0.0': none });
    expect(await versionsOf('npm://second')).toEqual({ '1.0.0': { ...none, high: 1 } });
    const elsewhere = [{ introduced: '2.0.0' }];
    await add(osv({ id: 'MOVE-1', name: 'second', modified: '2024-04-01T00:00:00Z', events: elsewhere }));
    await scanned();
    expect(await versionsOf('npm://second')).toEqual({ '1.0.0': none });
  });

  it('count a vulnerability of two databases without a CVE once', async () => {
    await put({ name: 'known', version: '1.0.0' });
    await add(
      osv({ id: 'GHSA-kkkk-kkkk-kkkk', name: 'known', severity: 'LOW' }),
      osv({ id: 'MAL-2024-9', name: 'known', aliases: ['GHSA-kkkk-kkkk-kkkk'], severity: 'CRITICAL' }),
      osv({ id: 'GHSA-llll-llll-llll', name: 'known', severity: 'LOW' }),
    );
    await scanned();
    expect(await versionsOf('npm://known')).toEqual({ '1.0.0': { ...none, critical: 1, low: 1 } });
  });

  it('are skipped for advisories without comparable versions', async () => {
    await put({ name: 'vague', version: '1.0.0' });
    await add(osv({ id: 'V-1', name: 'vague', events: [] }));
    await scanned();
    expect((await packageOf('npm://vague')).vulnerabilities).toEqual({ ...none, skipped: 1 });
  });

  it('are unknown for package types without advisories', async () => {
    await put({ name: 'leaky', version: '1.0.0', type: 'generic', repo: 'generic-local' });
    await scanned();
    expect((await packageOf('generic://leaky')).vulnerabilities).toBeNull();
  });

  it('are computed only for the packages of an advisory', async () => {
    await put({ name: 'bystander', version: '1.0.0' });
    await scanned();
    await add(osv({ id: 'T-1', name: 'leaky', severity: 'INFO' }));
    const { rows } = await inside(() =>
      db().execute(sql`
      SELECT p.name, q.version FROM scan_queue q JOIN packages p ON p.id = q.package_id WHERE q.version IS NULL`),
    );
    // A background round may have been faster.
    expect([[], [{ name: 'leaky', version: null }]]).toContainEqual(rows);
    await scanned();
    expect((await versionsOf('npm://leaky'))['1.0.0']).toEqual({ ...none, low: 1, info: 1 });
  });

  it('are deleted with the version', async () => {
    await inside(() => unindexVersion({ repo: 'npm-local', type: 'npm', name: 'leaky', version: '1.0.0' }));
    await inside(() => dropOldScans(platform.settings));
    const { rows } = await inside(() =>
      db().execute(sql`SELECT version FROM version_scans WHERE version = '1.0.0'
      AND package_id = (SELECT id FROM packages WHERE name = 'leaky' AND type = 'npm')`),
    );
    expect(rows).toEqual([]);
  });

  it.each([
    // Names and version order of each type: type, repository, name here, name in OSV, affected and
    // unaffected versions.
    [
      'pypi',
      'generic-local',
      'flask-login',
      'PyPI',
      'Flask_Login',
      '0.6',
      ['0.5.post1', '0.6rc1'],
      ['0.6.0', '1!0.1'],
    ],
    [
      'golang',
      'generic-local',
      'github.com/acme/tea',
      'Go',
      'github.com/acme/tea',
      '1.2.0',
      ['v1.1.9', 'v1.2.0-rc.1'],
      ['v1.2.0', 'v1.10.0'],
    ],
    [
      'maven',
      'generic-local',
      'org.acme:tea',
      'Maven',
      'org.acme:tea',
      '1.2',
      ['1.1.9', '1.2-SNAPSHOT'],
      ['1.2.0', '1.10'],
    ],
    ['cargo', 'generic-local', 'tea_pot', 'crates.io', 'tea-pot', '0.3.0', ['0.2.9'], ['0.3.0']],
    [
      'nuget',
      'generic-local',
      'Acme.Tea',
      'NuGet',
      'acme.tea',
      '2.0.0.1',
      ['1.0.0', '2.0.0.0'],
      ['2.0.0.1', '2.0.1'],
    ],
    [
      'maven',
      'generic-local',
      'org.acme:elsewhere',
      // The advisory names its registry, but the package is the same here.
      'Maven:https://maven.example.org',
      'org.acme:elsewhere',
      '31.1-jre',
      ['31.1-android', '31.0-jre'],
      ['31.1-jre', '32.0-android'],
    ],
  ])(
    'use the names and the version order of %s',
    async (type, repo, name, ecosystem, named, fixed, affected, sound) => {
      for (const version of [...affected, ...sound])
        await put({
          name,
          version,
          type,
          repo,
          leadFile: `${type}/${name.replaceAll(/[:/]/g, '-')}/${version}`,
        });
      await add(
        osv({
          id: `ECO-${type}-${named}`.replace(/[/]/g, '-'),
          name: named,
          ecosystem,
          events: [{ introduced: '0' }, { fixed }],
        }),
      );
      await scanned();
      const id = `${type === 'maven' ? 'gav' : type}://${name}`;
      const found = await versionsOf(id);
      const vulnerable = Object.keys(found).filter(
        (version) => (found[version] as { high: number } | null)?.high === 1,
      );
      expect(vulnerable.sort()).toEqual([...affected].sort());
      expect(Object.values(found)).not.toContain(null);
    },
  );

  it('are computed in the background automatically', async () => {
    await put({ name: 'leaky', version: '0.1.0' });
    await expect
      .poll(async () => (await versionsOf('npm://leaky'))['0.1.0'], { timeout: 10_000 })
      .toEqual({ ...none, low: 1, info: 1 });
  });
});

describe('operational risk', () => {
  it('depends on age, releases, and deprecation [pkg-02]', async () => {
    const years = (many: number) => new Date(Date.now() - many * 366 * 86_400_000);
    await put({ name: 'abandoned', version: '1.0.0', created: years(5) });
    await put({ name: 'young', version: '1.0.0' });
    await put({ name: 'warned', version: '1.0.0', deprecated: 'use another' });
    const risk = async (id: string) => (await packageOf(id)).operationalRisk.riskLevel;
    expect(await risk('npm://abandoned')).toBe('high');
    expect(await risk('npm://young')).toBe('low');
    expect(await risk('npm://warned')).toBe('high');

    // Later metadata changes of an old release do not count as releases, in one or several
    // repositories.
    const abandoned = { repo: 'npm-local', type: 'npm', name: 'abandoned', version: '1.0.0' };
    await put({ name: 'abandoned', version: '0.9.0', created: years(6), repo: 'generic-local' });
    await inside(() => setDeprecated(abandoned, 'for a moment'));
    await inside(() => setDeprecated(abandoned, undefined));
    expect(await risk('npm://abandoned')).toBe('high');
    const readable = ['npm-local', 'generic-local'];
    const query = `query($filter: PackageFilter!) { packages(filter: $filter) { edges { node { operationalRisk { riskLevel } } } } }`;
    for (const names of [readable, ['npm-local']]) {
      const repositoriesIn = names.map((name) => ({ name }));
      const variables = { filter: { name: 'abandoned', repositoriesIn } };
      const { json } = await call('POST', '/metadata/api/v1/query', { query, variables });
      expect(json.data.packages.edges).toEqual([{ node: { operationalRisk: { riskLevel: 'high' } } }]);
    }
    await put({ name: 'abandoned', version: '0.9.1' });
    expect(await risk('npm://abandoned')).toBe('none');
  });
});
