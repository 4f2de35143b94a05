import { Readable } from 'node:stream';
import type { BundlePackage } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../database/db.ts';
import { putFile } from '../files/files.ts';
import { cycloneDxFaults } from '../insight/testing/validateCycloneDx.ts';
import { spdxFaults } from '../insight/testing/validateSpdx.ts';
import { publish } from '../packages/testing/publish.ts';
import { scanAll } from '../scanning/matching/scan.ts';
import { osv } from '../scanning/testing/osvSamples.ts';
import { blobs } from '../storage/storage.ts';
import { type BundleWorld, basic, bundleWorld, sha256 } from './testing/bundleWorld.ts';

const call = '/ui/api/v1/ui/releaseBundles';
const lead = (name: string, version: string) => `npm-local/${name}/-/${name}-${version}.tgz`;
interface Relationship {
  spdxElementId: string;
  relationshipType: string;
  relatedSpdxElement: string;
}

let world: BundleWorld;

beforeAll(async () => {
  world = await bundleWorld();
  await world.platform.createRepository('jars', { rclass: 'local', packageType: 'maven' });
  await withStorage(world.platform.storage, async () => {
    await publish({ name: 'leaky', version: '1.0.0', licenses: ['MIT'] });
    await publish({ name: 'leaky', version: '1.2.0', licenses: ['MIT', 'Apache-2.0'] });
    await publish({ name: 'plain', version: '2.0.0', licenses: [] });
  });
  for (const end of ['.jar', '-sources.jar'])
    await world.deploy(`jars/org/acme/core/1.0/core-1.0${end}`, `core ${end}`);
  // A file that belongs to no package.
  await withStorage(world.platform.storage, async () => {
    const blob = await blobs().put(Readable.from([Buffer.from('loose')]));
    await transaction(() => putFile('libs', 'loose', blob, 'tester', { overwrite: true }));
  });
  const made = await world.create('app', '1.0', [
    ...[lead('leaky', '1.0.0'), lead('leaky', '1.2.0'), lead('plain', '2.0.0'), 'libs/loose'],
    ...['jars/org/acme/core/1.0/core-1.0.jar', 'jars/org/acme/core/1.0/core-1.0-sources.jar'],
  ]);
  expect([made.status, made.message]).toEqual([201, '']);
});
afterAll(() => world?.close());

const ask = async (what: string, as?: string) =>
  (await world.call('GET', `${call}/app/1.0/${what}`, undefined, as)).json;

describe('the packages of a version', () => {
  it('have their repository, files, and licenses, and are searched by words', async () => {
    const { packages, total } = await ask('packages');
    expect(total).toBe(4);
    expect(packages).toMatchObject([
      { type: 'npm', name: 'leaky', version: '1.0.0', repository: 'npm-local', files: 1, licenses: ['MIT'] },
      { name: 'leaky', version: '1.2.0', licenses: ['Apache-2.0', 'MIT'] },
      { type: 'maven', name: 'org.acme:core', version: '1.0', repository: 'jars', files: 2, licenses: [] },
      { name: 'plain', version: '2.0.0', licenses: [] },
    ]);
    const { packages: found, total: matches } = await ask('packages?search=NPM%20leaky&offset=1&limit=1');
    expect([matches, found.map(({ version }: { version: string }) => version)]).toEqual([2, ['1.2.0']]);
  });

  it('have unknown vulnerabilities before there is an advisory', async () => {
    const { packages } = await ask('packages');
    for (const { vulnerabilities } of packages) expect(vulnerabilities).toBeNull();
    const { scans, issues, totalIssues } = await ask('findings');
    expect([scans, issues, totalIssues]).toEqual([{ known: 0, pending: 0, unknown: 4, off: 0 }, [], 0]);
  });
});

describe('the findings of a version', () => {
  beforeAll(async () => {
    await world.call('POST', '/artifactory/api/advisories', [
      osv({ severity: 'HIGH', aliases: ['CVE-2024-1'] }),
      // The same vulnerability in another database.
      osv({ id: 'OTHER-1', severity: 'HIGH', aliases: ['CVE-2024-1'] }),
      osv({ id: 'GHSA-cccc', severity: 'CRITICAL' }),
    ]);
    await withStorage(world.platform.storage, scanAll);
  });

  it('count vulnerabilities and licenses, and tell unknown from none', async () => {
    const { issues, ...found } = await ask('findings');
    expect(found).toEqual({
      ...{ packages: 4, filesWithoutPackage: 1, totalIssues: 2 },
      licenses: [
        { license: 'MIT', packages: 2 },
        { license: 'Apache-2.0', packages: 1 },
        { license: null, packages: 2 },
      ],
      scans: { known: 3, pending: 0, unknown: 1, off: 0 },
      vulnerabilities: { critical: 1, high: 1, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 },
    });
    expect(issues).toMatchObject([
      { id: 'GHSA-cccc', severity: 'critical', fixed: '1.2.0', name: 'leaky', version: '1.0.0' },
      { severity: 'high', type: 'npm', name: 'leaky', version: '1.0.0' },
    ]);
  });

  it('are those of the packages', async () => {
    const { packages } = await ask('packages');
    expect(
      packages.map(({ scan, vulnerabilities: counts }: BundlePackage) => [
        scan,
        counts && [counts.critical, counts.high],
      ]),
    ).toEqual([
      ['known', [1, 1]],
      ['known', [0, 0]],
      ['unknown', null],
      ['known', [0, 0]],
    ]);
  });
});

describe('the SBOM of a version', () => {
  it('is CycloneDX 1.6 with all packages and files', async () => {
    const bom = await ask('sbom?format=cyclonedx');
    expect(cycloneDxFaults(bom)).toEqual([]);
    expect(bom.metadata.component).toMatchObject({ name: 'app', version: '1.0', type: 'application' });
    const names = bom.components.map(({ name, version = '' }: Record<string, string>) =>
      `${name} ${version}`.trim(),
    );
    expect(names).toEqual([
      ...['org.acme:core 1.0', 'leaky 1.0.0', 'leaky 1.2.0', 'plain 2.0.0'],
      ...['jars/org/acme/core/1.0/core-1.0-sources.jar', 'libs/loose'],
    ]);
    const leaky = bom.components[1];
    expect(leaky).toMatchObject({ purl: 'pkg:npm/leaky@1.0.0', licenses: [{ license: { id: 'MIT' } }] });
    expect(leaky.hashes).toContainEqual({ alg: 'SHA-256', content: sha256('leaky@1.0.0') });
  });

  it('is SPDX 2.3 that relates each package to its files', async () => {
    const document = await ask('sbom?format=spdx');
    expect(spdxFaults(document)).toEqual([]);
    const nameOf = new Map<string, string>(
      document.packages.map(({ SPDXID, name }: Record<string, string>) => [SPDXID, name]),
    );
    const contains = document.relationships
      .filter(({ relationshipType }: Relationship) => relationshipType === 'CONTAINS')
      .map(({ spdxElementId: from, relatedSpdxElement: to }: Relationship) => [
        nameOf.get(from),
        nameOf.get(to),
      ]);
    expect(contains).toContainEqual(['org.acme:core', 'jars/org/acme/core/1.0/core-1.0-sources.jar']);
    expect(contains).toContainEqual(['app', 'libs/loose']);
    expect(contains).toContainEqual(['app', 'plain']);
  });

  it('is an attachment named after the version, in a known format only', async () => {
    const answer = await world.platform.app.inject({
      url: `${call}/app/1.0/sbom?format=spdx`,
      headers: { authorization: world.platform.adminAuth },
    });
    expect(answer.headers['content-disposition']).toContain('app-1.0.spdx.json');
    expect((await world.call('GET', `${call}/app/1.0/sbom?format=pdf`)).status).toBe(400);
  });
});

it.each(['packages', 'findings', 'sbom?format=spdx'])(
  'needs permission to read the bundle, and an existing version: %s',
  async (what) => {
    const status = async (path: string, as?: string) =>
      (await world.call('GET', `${call}/${path}`, undefined, as)).status;
    expect(await status(`app/1.0/${what}`, '')).toBe(401);
    expect(await status(`app/1.0/${what}`, basic('ada'))).toBe(403);
    expect(await status(`app/9/${what}`)).toBe(404);
  },
);
