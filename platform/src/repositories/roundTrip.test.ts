import type { RepositoryConfiguration } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { allPackageTypes } from './PackageType.ts';

const base = '/artifactory/api/repositories';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const upstream = { url: 'https://upstream.example.org/' };

describe('the configuration of a repository, for scripts and Terraform [adm-01]', () => {
  it('can be sent back as it was read, for all types and classes', async () => {
    for (const { type, classes } of allPackageTypes())
      for (const rclass of classes) {
        const url = `${base}/${type}-${rclass}-again`;
        const sent = { rclass, packageType: type, ...(rclass === 'remote' ? upstream : {}) };
        const made = await call('PUT', url, sent);
        expect([url, made.statusCode, made.body]).toEqual([url, 201, expect.any(String)]);
        const read = (await call('GET', url)).json<RepositoryConfiguration>();
        expect(made.json()).toEqual(read);
        expect(read).toMatchObject({ ...sent, includesPattern: '**/*', excludesPattern: '', notes: '' });
        const again = await call('POST', url, read);
        expect([url, again.statusCode, again.json()]).toEqual([url, 200, read]);
        expect((await call('GET', url)).json()).toEqual(read);
      }
  });

  it('has the fields that were not set, with the values that apply', async () => {
    await call('PUT', `${base}/plain`, { rclass: 'remote', packageType: 'maven', ...upstream });
    expect((await call('GET', `${base}/plain`)).json()).toMatchObject({
      ...{ repoLayoutRef: 'maven-2-default', handleReleases: true, handleSnapshots: true, hardFail: false },
      ...{ retrievalCachePeriodSecs: 900, missedRetrievalCachePeriodSecs: 60, socketTimeoutMillis: 15_000 },
      ...{ storeArtifactsLocally: true, xrayIndex: false, propertySets: [], priorityResolution: false },
    });
    await call('POST', `${base}/plain`, { hardFail: true, repoLayoutRef: 'simple-default' });
    expect((await call('GET', `${base}/plain`)).json()).toMatchObject({
      ...{ hardFail: true, repoLayoutRef: 'simple-default' },
    });
  });

  it.each(['oci', 'helmoci'])('has the package type that was sent: %s', async (packageType) => {
    const url = `${base}/${packageType}-local`;
    expect((await call('PUT', url, { rclass: 'local', packageType })).json()).toMatchObject({ packageType });
    // The console sends its own name of the type.
    for (const change of [{ description: 'Images' }, { packageType: 'docker' }, { packageType }])
      expect((await call('POST', url, change)).json()).toMatchObject({ packageType });
    expect((await call('GET', url)).json()).toMatchObject({ packageType, description: 'Images' });
    const listed = await call('GET', `${base}?packageType=${packageType}`);
    expect(listed.json()).toContainEqual(expect.objectContaining({ key: `${packageType}-local` }));
    const other = await call('POST', url, { packageType: 'npm' });
    expect([other.statusCode, other.json().errors[0].message]).toEqual([
      400,
      `The type of repository ${packageType}-local cannot be changed later: it is local docker`,
    ]);
  });

  it.each([
    ['xrayIndex', 'yes', 'expected true or false'],
    ['repoLayoutRef', 5, 'expected a text'],
    ['maxUniqueTags', '5', 'expected a number'],
    ['propertySets', 'artifactory', 'expected a list of texts'],
    ['contentSynchronisation', ['x'], 'expected an object'],
  ])('has a type for the field %s', async (field, value, expected) => {
    const sent = { rclass: 'local', packageType: 'generic', [field]: value };
    const refused = await call('PUT', `${base}/odd`, sent);
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      400,
      `Repository odd: invalid field '${field}': ${expected}`,
    ]);
  });
});
