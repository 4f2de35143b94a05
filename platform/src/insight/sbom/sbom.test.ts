import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { cycloneDxFaults } from '../testing/validateCycloneDx.ts';
import { spdxFaults } from '../testing/validateSpdx.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({ name: 'pad', version: '1.0.0', licenses: ['MIT'], dependencies: {} });
    await publish({ name: 'pad', version: '1.3.0', licenses: ['MIT OR Apache-2.0'] });
    await publish({ name: 'pad', version: '2.0.0' });
    await publish({
      name: '@acme/app',
      version: '1.0.0',
      licenses: ['Acme Proprietary'],
      description: 'An app',
      dependencies: { pad: '^1.0.0', absent: '~4.1', 'by-tag': 'latest' },
      devDependencies: { tester: '1' },
    });
    await publish({ name: '@acme/top', version: '1.0.0', dependencies: { '@acme/app': '1.0.0' } });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const url = (id: string, version: string, format: string) =>
  `/ui/api/v1/ui/sbom/version?packageId=${encodeURIComponent(id)}&version=${version}&format=${format}`;
const ask = (id: string, version: string, format: string) =>
  platform.app.inject({ url: url(id, version, format), headers: { authorization: platform.adminAuth } });

describe('the SBOM of a version', () => {
  it('is valid CycloneDX 1.6 by its official schema, with the known data of each component', async () => {
    const answer = await ask('npm://@acme/app', '1.0.0', 'cyclonedx');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/vnd.cyclonedx+json',
    ]);
    expect(answer.headers['content-disposition']).toContain('@acme_app-1.0.0.cdx.json');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    const bom = answer.json();
    expect(cycloneDxFaults(bom)).toEqual([]);
    const app = 'pkg:npm/%40acme/app@1.0.0';
    const pad = 'pkg:npm/pad@1.3.0';
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(bom.metadata.component).toMatchObject({
      purl: app,
      licenses: [{ license: { name: 'Acme Proprietary' } }],
    });
    const found = bom.components.find(({ purl }: { purl: string }) => purl === pad);
    expect(found).toMatchObject({ version: '1.3.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] });
    expect(found.hashes.map(({ alg }: { alg: string }) => alg)).toEqual(['SHA-256', 'SHA-1', 'MD5']);
    const absent = bom.components.find(({ name }: { name: string }) => name === 'absent');
    expect(absent.version).toBeUndefined();
    expect(absent.properties).toContainEqual({ name: 'lading:declaredRange', value: '~4.1' });
    // Unknown dependencies are stated explicitly, not listed as none.
    expect(bom.dependencies).toContainEqual({ ref: pad, dependsOn: [] });
    expect(bom.dependencies.find(({ ref }: { ref: string }) => ref === app).dependsOn).toHaveLength(3);
    expect(bom.dependencies.map(({ ref }: { ref: string }) => ref)).not.toContain(absent['bom-ref']);
    expect(bom.compositions).toEqual([
      { aggregate: 'complete', dependencies: [app, pad] },
      { aggregate: 'unknown', dependencies: expect.arrayContaining([absent['bom-ref']]) },
    ]);
  });

  it('is SPDX 2.3 that distinguishes unknown from none', async () => {
    const answer = await ask('npm://@acme/top', '1.0.0', 'spdx');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/spdx+json']);
    const document = answer.json();
    expect(spdxFaults(document)).toEqual([]);
    const id = (name: string) =>
      document.packages.find((each: { name: string }) => each.name === name).SPDXID as string;
    const related = (name: string) =>
      document.relationships
        .filter(({ spdxElementId }: { spdxElementId: string }) => spdxElementId === id(name))
        .map(({ relatedSpdxElement }: { relatedSpdxElement: string }) => relatedSpdxElement);
    expect(related('@acme/top')).toEqual([id('@acme/app')]);
    expect(related('@acme/app')).toEqual([id('pad'), id('absent'), id('by-tag')]);
    expect(related('pad')).toEqual(['NONE']);
    expect(related('absent')).toEqual(['NOASSERTION']);
    expect(document.hasExtractedLicensingInfos).toEqual([
      { licenseId: 'LicenseRef-1', name: 'Acme Proprietary', extractedText: 'Acme Proprietary' },
    ]);
  });

  it('contains only data that the caller can read', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const hidden = await rosa.inject({ url: url('npm://@acme/app', '1.0.0', 'spdx') });
    expect([hidden.statusCode, hidden.json().errors[0].code]).toEqual([404, 'NOT_FOUND']);
    await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'some',
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_patterns: ['@acme/**'] } },
          },
        },
      },
    });
    const answer = await rosa.inject({ url: url('npm://@acme/app', '1.0.0', 'cyclonedx') });
    const pad = answer.json().components.find(({ name }: { name: string }) => name === 'pad');
    // A readable package declares it; the version, license, and hashes are not readable.
    expect([pad.version, pad.licenses, pad.hashes]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['packageId=pad&version=1&format=spdx', 400],
    ['packageId=npm://pad&version=1.0.0&format=xml', 400],
    ['packageId=npm://pad&version=9&format=spdx', 404],
  ])('rejects ?%s with %i', async (query, status) => {
    const answer = await platform.app.inject({
      url: `/ui/api/v1/ui/sbom/version?${query}`,
      headers: { authorization: platform.adminAuth },
    });
    expect(answer.statusCode).toBe(status);
  });
});
