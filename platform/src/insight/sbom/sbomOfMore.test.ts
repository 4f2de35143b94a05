import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { cycloneDxFaults } from '../testing/validateCycloneDx.ts';
import { spdxFaults } from '../testing/validateSpdx.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const hash = (content: string) => ({
  sha1: createHash('sha1').update(content).digest('hex'),
  sha256: createHash('sha256').update(content).digest('hex'),
});
const module = {
  id: 'app:1',
  artifacts: [{ name: 'app.tgz', ...hash('app') }],
  dependencies: [
    { id: 'pad:1.0.0', ...hash('pad@1.0.0') },
    { id: 'deep:1', ...hash('deep'), requestedBy: [['pad:1.0.0', 'app:1']] },
    { id: 'odd:1', sha1: 'not a hash', sha256: '<b>' },
  ],
};

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({ name: 'pad', version: '1.0.0' });
    await publish({ name: 'pad', version: '1.1.0', dependencies: { absent: '1' } });
    await publish({ name: '@acme/secret', version: '1.0.0' });
    await createUser('rosa', { password, groups: [] });
  });
  const builds = [
    { name: 'app', number: '7', modules: [module] },
    { name: 'bare', number: '1', modules: [{ id: 'bare', artifacts: module.artifacts }] },
  ];
  for (const build of builds)
    await platform.app.inject({
      ...{ method: 'PUT', url: '/artifactory/api/build', headers: { authorization: platform.adminAuth } },
      payload: { version: '1.0.1', started: '2026-01-01T10:00:00.000+0000', ...build },
    });
});
afterAll(() => platform?.close());

/** Adds versions without files: of one package, newer than its others, or of a package each. */
async function addVersions(name: string, count: number): Promise<void> {
  await db().execute(sql`
    WITH given AS (SELECT n, CASE WHEN ${name} = 'many' THEN 'many' ELSE ${name} || n END AS name
      FROM generate_series(1, ${count}::integer) n),
    added AS (INSERT INTO packages (type, name, name_lower) SELECT DISTINCT 'npm', name, name FROM given
      ON CONFLICT DO NOTHING RETURNING id, name),
    held AS (SELECT id, name FROM added UNION SELECT id, name FROM packages WHERE type = 'npm' AND name = ${name}),
    version AS (INSERT INTO versions (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses)
      SELECT h.id, 'npm-local', '9.' || g.n || '.0', '9' || lpad(g.n::text, 9, '0'), false, now(), now(), 1, g.name || '/' || g.n, '{}'
      FROM given g JOIN held h ON h.name = g.name RETURNING id)
    INSERT INTO version_details (version_id, keywords, dependencies, dev_dependencies)
    SELECT id, '{}', '{}', '{}' FROM version`);
}

const ask = async (path: string, format: string) => {
  const url = `/ui/api/v1/ui/sbom/${path}?format=${format}`;
  const answer = await platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
type Named = { name: string; version?: string; SPDXID: string; purl?: string; 'bom-ref': string };
interface Relationship {
  spdxElementId: string;
  relationshipType: string;
  relatedSpdxElement: string;
}

/** `DEPENDS_ON pad` for each relation of the package. */
function relations(document: { packages: Named[]; relationships: Relationship[] }, name: string): string[] {
  const nameOf = (id: string) => document.packages.find(({ SPDXID }) => SPDXID === id)?.name ?? id;
  return document.relationships
    .filter(({ spdxElementId }) => nameOf(spdxElementId) === name)
    .map(({ relationshipType, relatedSpdxElement }) => `${relationshipType} ${nameOf(relatedSpdxElement)}`);
}

describe('the SBOM of a build', () => {
  it('contains its artifacts, which depend on the dependencies of their module', async () => {
    const document = await ask('build/app/7', 'spdx');
    expect(spdxFaults(document)).toEqual([]);
    expect(relations(document, 'app')).toEqual(['CONTAINS app.tgz', 'DEPENDS_ON NOASSERTION']);
    expect(relations(document, 'app.tgz')).toEqual(['DEPENDS_ON pad', 'DEPENDS_ON odd:1']);
    expect(relations(document, 'pad')).toEqual(['DEPENDS_ON deep:1']);
    expect(relations(document, 'deep:1')).toEqual(['DEPENDS_ON NOASSERTION']);
  });

  it('is CycloneDX 1.6 in which stored files are packages', async () => {
    const bom = await ask('build/app/7', 'cyclonedx');
    expect(cycloneDxFaults(bom)).toEqual([]);
    expect(bom.metadata.component).toMatchObject({ name: 'app', version: '7', type: 'application' });
    const named = (name: string) => bom.components.find((each: Named) => each.name === name);
    expect(named('pad')).toMatchObject({ version: '1.0.0', purl: 'pkg:npm/pad@1.0.0' });
    expect(named('odd:1').hashes).toBeUndefined();
  });

  it('leaves dependencies unknown that a module does not list', async () => {
    expect(relations(await ask('build/bare/1', 'spdx'), 'app.tgz')).toEqual(['DEPENDS_ON NOASSERTION']);
  });
});

describe('the SBOM of a repository', () => {
  it('contains its versions, and follows no dependencies', async () => {
    const document = await ask('repository/npm-local', 'spdx');
    expect(spdxFaults(document)).toEqual([]);
    const versions = document.packages.map(({ name, versionInfo }: { name: string; versionInfo: string }) =>
      [name, versionInfo].filter(Boolean).join(' '),
    );
    expect(versions).toEqual(['npm-local', '@acme/secret 1.0.0', 'pad 1.0.0', 'pad 1.1.0']);
    expect(relations(document, 'pad')).toEqual(['DEPENDS_ON NOASSERTION', 'DEPENDS_ON NOASSERTION']);
    expect(cycloneDxFaults(await ask('repository/npm', 'cyclonedx'))).toEqual([]);
  });

  it('has only versions that the caller can read', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const url = '/ui/api/v1/ui/sbom/repository/npm-local?format=cyclonedx';
    expect([403, 404]).toContain((await rosa.inject({ url })).statusCode);
    expect([403, 404]).toContain(
      (await rosa.inject({ url: '/ui/api/v1/ui/sbom/build/app/7?format=spdx' })).statusCode,
    );
    await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'some',
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_patterns: ['pad/**'] } },
          },
        },
      },
    });
    const { components } = (await rosa.inject({ url })).json();
    expect(components.map(({ name }: Named) => name)).toEqual(['pad', 'pad']);
  });

  it('is not cut by versions that the caller cannot read', async () => {
    await withStorage(platform.storage, () => addVersions('hidden', 20_001));
    const rosa = await signIn(platform.app, 'rosa', password);
    const url = '/ui/api/v1/ui/sbom/repository/npm-local?format=cyclonedx';
    const bom = (await rosa.inject({ url })).json();
    expect(bom.components.map(({ name }: Named) => name)).toEqual(['pad', 'pad']);
    expect(JSON.stringify(bom.compositions)).not.toContain('incomplete');
    const all = await ask('repository/npm-local', 'cyclonedx');
    expect(all.components).toHaveLength(20_000);
    expect(JSON.stringify(all.compositions)).toContain('incomplete');
  });

  it('finds a readable version behind many newer ones for a dependency', async () => {
    await withStorage(platform.storage, async () => {
      await publish({ name: 'many', version: '1.0.0' });
      await addVersions('many', 2500);
      await publish({ name: 'pad', version: '1.2.0', dependencies: { many: '^1.0.0' } });
    });
    const rosa = await signIn(platform.app, 'rosa', password);
    await platform.app.inject({
      ...{ method: 'PUT', url: '/access/api/v2/permissions/some' },
      headers: { authorization: platform.adminAuth },
      payload: {
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_patterns: ['pad/**', 'many/-/many-1.0.0.tgz'] } },
          },
        },
      },
    });
    const query = 'packageId=npm%3A%2F%2Fpad&version=1.2.0&format=cyclonedx';
    const bom = (await rosa.inject({ url: `/ui/api/v1/ui/sbom/version?${query}` })).json();
    expect(bom.components.map(({ name, version }: Named) => [name, version])).toEqual([['many', '1.0.0']]);
  });
});

it.each(['build/app/8', 'build/none/1', 'repository/none'])(
  'an SBOM of something unknown is not found: %s',
  async (path) => {
    const url = `/ui/api/v1/ui/sbom/${path}?format=spdx`;
    const answer = await platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'NOT_FOUND']);
  },
);
