import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { mergeMetadata, readMetadata, writeMetadata } from './metadata/document.ts';
import { pom } from './testing/client.ts';
import { versionOrder } from './version/versionOrder.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  const payload = { rclass: 'local', packageType: 'maven' };
  await call('PUT', '/artifactory/api/repositories/libs', payload);
});
afterAll(() => platform?.close());

function call(method: 'PUT' | 'GET', url: string, payload?: object | Buffer) {
  const headers = { authorization: platform.adminAuth };
  return platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}

const samples = {
  pom: pom('f.uzz:lib:1.0', {
    inner: `<parent><groupId>f.uzz</groupId><artifactId>parent</artifactId><version>\${v}</version></parent><properties><v>1</v><w>0</w></properties>
      <licenses><license><name>MIT</name></license></licenses><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies>
      <dependencyManagement><dependencies><dependency><groupId>f.uzz</groupId><artifactId>lib</artifactId><version>1.\${w}</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>`,
  }),
  metadata: `<metadata><groupId>f.uzz</groupId><artifactId>lib</artifactId><versioning><latest>1.0</latest><snapshot><timestamp>20240101.101010</timestamp><buildNumber>1</buildNumber></snapshot>
    <versions><version>1.0</version></versions><snapshotVersions><snapshotVersion><extension>jar</extension><value>1.0-20240101.101010-1</value><updated>20240101101010</updated></snapshotVersion></snapshotVersions>
    <lastUpdated>20240101101010</lastUpdated></versioning><plugins><plugin><name>n</name><prefix>p</prefix><artifactId>a</artifactId></plugin></plugins></metadata>`,
  path: 'f/uzz/lib/1.0-SNAPSHOT/lib-1.0-20240101.101010-1-sources.tar.gz.sha1',
  version: '1.0.0-alpha-1.2-SNAPSHOT-rc3ga0',
};

/** Sequences to insert among the bytes. */
const words = [
  '<',
  '>',
  '&',
  ';',
  '/',
  '.',
  '-',
  '\0',
  '%',
  '"',
  '${',
  '../',
  '<a>'.repeat(150),
  '<!DOCTYPE x>',
  '&x;',
];

it('handles corrupted POMs, metadata, paths, and versions without an internal error', async () => {
  const random = randomNumbers(5);
  const broken = (text: string) => mutate(Buffer.from(text), random, words);
  const statuses = new Map<number, number>();
  const ask = async (url: string, payload?: Buffer) => {
    const { statusCode } = await call('PUT', `/artifactory/libs/${url}`, payload);
    expect([url, payload?.toString('latin1'), statusCode < 500]).toEqual([
      url,
      payload?.toString('latin1'),
      true,
    ]);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  };
  for (let round = 0; round < fuzzRounds; round++) {
    const kind = round % 4;
    if (kind === 0) await ask(`f/uzz/lib/1.0/lib-1.0.pom`, broken(samples.pom));
    if (kind === 1) {
      const given = broken(samples.metadata);
      await ask('f/uzz/lib/maven-metadata.xml', given);
      try {
        writeMetadata(mergeMetadata([readMetadata(given.toString('utf8')), readMetadata(samples.metadata)]));
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }
    if (kind === 2) {
      const path = broken(samples.path)
        .toString('latin1')
        .replace(/[\0?#]/g, '');
      await ask(encodeURI(path), Buffer.from('x'));
    }
    if (kind === 3) expect(versionOrder(broken(samples.version).toString('utf8')).sortKey).not.toBe('');
  }
  expect(statuses.get(400) ?? 0).toBeGreaterThan(0);
  const { statusCode } = await call(
    'PUT',
    '/artifactory/libs/f/uzz/after/1/after-1.pom',
    Buffer.from(pom('f.uzz:after:1')),
  );
  expect(statusCode).toBe(201);
}, 600_000);
