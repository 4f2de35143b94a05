import type { FileComparison, VersionComparison } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { withStorage } from '../../database/db.ts';
import { metadataOf, publishBody, sampleCrate } from '../../formats/cargo/testing/samples.ts';
import { chartArchive } from '../../formats/helm/testing/samples.ts';
import { mavenClient, pom } from '../../formats/maven/testing/client.ts';
import { nupkg } from '../../formats/nuget/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { packageIdOf } from '../../packages/list/packageId.ts';
import { scanAll } from '../../scanning/matching/scan.ts';
import { osv } from '../../scanning/testing/osvSamples.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  for (const packageType of ['maven', 'cargo', 'nuget', 'helm'])
    await platform.createRepository(`own-${packageType}`, { rclass: 'local', packageType });
});
afterAll(() => platform?.close());

const headers = () => ({ authorization: platform.adminAuth });
async function send(method: 'PUT' | 'POST', path: string, body: string | Buffer | FormData): Promise<void> {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const answer = await fetch(`${platform.baseUrl}${path}`, { method, headers: headers(), body: sent });
  expect(`${answer.status} ${await answer.text()}`).toMatch(/^20[01]/);
}

interface Versions {
  readonly type: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

async function ask<Answer>({ type, name, from, to }: Versions, path?: string): Promise<Answer> {
  const query = new URLSearchParams({ packageId: packageIdOf({ type, name }), from, to });
  if (path !== undefined) query.set('path', path);
  const url = `/ui/api/v1/ui/compare${path === undefined ? '' : '/file'}?${query}`;
  const answer = await platform.app.inject({ url, headers: headers() });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}
const compared = (versions: Versions) => ask<VersionComparison>(versions);
const linesOf = (versions: Versions, path: string) => ask<FileComparison>(versions, path);
const brief = (found: VersionComparison) => ({
  dependencies: found.dependencies.map(({ name, change, from, to }) => `${change} ${name} ${from} ${to}`),
  contents: found.contents?.changes.map(({ path, change }) => `${change} ${path}`),
  licenses: [found.from.licenses, found.to.licenses],
});

describe('two versions that clients published are compared', () => {
  it('of Maven, with the files of the jar and the POM', async () => {
    const client = mavenClient(platform);
    const release = async (version: string, license: string, needed: string, files: [string, string][]) => {
      const folder = `own-maven/org/acme/kite/${version}/kite-${version}`;
      const jar = zipOf(files.map(([path, content]) => ({ path, content })));
      const inner = `<licenses><license><name>${license}</name></license></licenses>
        <dependencies><dependency><groupId>org.acme</groupId><artifactId>line</artifactId><version>${needed}</version></dependency></dependencies>`;
      expect((await client.put(`${folder}.jar`, jar)).status).toBe(201);
      expect((await client.put(`${folder}.pom`, pom(`org.acme:kite:${version}`, { inner }))).status).toBe(
        201,
      );
    };
    await release('1.0', 'Apache-2.0', '2.0', [
      ['META-INF/kite.properties', 'wind=low\n'],
      ['org/acme/Old.class', 'old'],
    ]);
    await release('1.1', 'MIT', '3.0', [
      ['META-INF/kite.properties', 'wind=high\n'],
      ['org/acme/New.class', 'new'],
    ]);
    const versions = { type: 'maven', name: 'org.acme:kite', from: '1.0', to: '1.1' };
    const found = await compared(versions);
    expect(brief(found)).toEqual({
      dependencies: ['changed org.acme:line 2.0 3.0'],
      contents: [
        'changed META-INF/kite.properties',
        'added org/acme/New.class',
        'removed org/acme/Old.class',
      ],
      licenses: [['Apache-2.0'], ['MIT']],
    });
    expect(found.contentsOf?.to).toMatch(/kite-1\.1\.jar$/);
    expect(found.files.changes.map(({ path }) => path).sort()).toEqual(['kite-1.1.jar', 'kite-1.1.pom']);
    expect((await linesOf(versions, 'META-INF/kite.properties')).hunks[0]?.lines).toEqual([
      ...['-wind=low', '+wind=high'],
    ]);
  });

  it('of Cargo, whose files are in a directory with the version, with vulnerabilities', async () => {
    const publish = async (vers: string, req: string, source: string) => {
      const dep = { name: 'serde', version_req: req, features: [], optional: false, default_features: true };
      const metadata = { license: 'MIT', deps: [{ ...dep, target: null, kind: 'normal' }] };
      const sample = { name: 'kite', vers, metadata, files: { 'src/lib.rs': source } };
      await send(
        'PUT',
        '/artifactory/api/cargo/own-cargo/api/v1/crates/new',
        publishBody(metadataOf(sample), await sampleCrate(sample)),
      );
    };
    await publish('1.0.0', '^1.0', 'pub fn wind() {}\n');
    await publish('1.1.0', '^2.0', 'pub fn storm() {}\n');
    const imported = await platform.app.inject({
      ...{ method: 'POST', url: '/artifactory/api/advisories', headers: headers() },
      payload: [
        osv({ ecosystem: 'crates.io', name: 'kite', events: [{ introduced: '0' }, { fixed: '1.1.0' }] }),
      ],
    });
    expect(imported.statusCode).toBe(200);
    await withStorage(platform.storage, scanAll);
    const versions = { type: 'cargo', name: 'kite', from: '1.0.0', to: '1.1.0' };
    const found = await compared(versions);
    expect(brief(found)).toEqual({
      dependencies: ['changed serde ^1.0 ^2.0'],
      contents: ['changed kite-1.1.0/Cargo.toml', 'changed kite-1.1.0/src/lib.rs'],
      licenses: [['MIT'], ['MIT']],
    });
    expect(found.vulnerabilities?.map(({ id, change }) => `${change} ${id}`)).toEqual([
      'fixed GHSA-aaaa-bbbb-cccc',
    ]);
    expect((await linesOf(versions, 'kite-1.1.0/src/lib.rs')).hunks[0]?.lines).toEqual([
      ...['-pub fn wind() {}', '+pub fn storm() {}'],
    ]);
  });

  it('of NuGet, with the files of the package', async () => {
    const push = async (version: string, needed: string, readme: string) => {
      const more = `<license type="expression">MIT</license><dependencies><group targetFramework="net6.0"><dependency id="Line" version="${needed}" /></group></dependencies>`;
      const bytes = nupkg({ id: 'Acme.Kite', version, more, files: { 'README.md': readme } });
      const form = new FormData();
      form.set('package', new Blob([new Uint8Array(bytes)]), 'package.nupkg');
      await send('PUT', '/artifactory/api/nuget/v3/own-nuget/package', form);
    };
    await push('1.0.0', '2.0.0', '# Calm\n');
    await push('1.1.0', '3.0.0', '# Windy\n');
    const versions = { type: 'nuget', name: 'Acme.Kite', from: '1.0.0', to: '1.1.0' };
    const { dependencies, contents, licenses } = brief(await compared(versions));
    expect(dependencies).toEqual([expect.stringMatching(/^changed Line .*2\.0\.0.*3\.0\.0/)]);
    expect(contents).toEqual(['changed Acme.Kite.nuspec', 'changed README.md']);
    expect(licenses).toEqual([['MIT'], ['MIT']]);
    expect((await linesOf(versions, 'README.md')).hunks[0]?.lines).toEqual(['-# Calm', '+# Windy']);
  });

  it('of Helm, with the files of the chart', async () => {
    const push = async (version: string, needed: string, replicas: number) => {
      const more = `dependencies:\n  - name: line\n    version: ${needed}\n    repository: https://example.org\n`;
      const files = { 'values.yaml': `replicas: ${replicas}\n` };
      await send(
        'PUT',
        `/artifactory/own-helm/kite-${version}.tgz`,
        await chartArchive({ name: 'kite', version, more, files }),
      );
    };
    await push('1.0.0', '2.0.0', 1);
    await push('1.1.0', '3.0.0', 3);
    const versions = { type: 'helm', name: 'kite', from: '1.0.0', to: '1.1.0' };
    const { dependencies, contents } = brief(await compared(versions));
    expect(dependencies).toEqual(['changed line 2.0.0 3.0.0']);
    expect(contents).toEqual(['changed kite/Chart.yaml', 'changed kite/values.yaml']);
    expect((await linesOf(versions, 'kite/values.yaml')).hunks[0]?.lines).toEqual([
      ...['-replicas: 1', '+replicas: 3'],
    ]);
  });

  it('of images, by the digests of the configuration and the layers', async () => {
    const client = new RegistryClient(platform.baseUrl, {
      ...{ user: 'admin', password: platform.adminPassword },
    });
    const shared = await client.pushBlob('docker-local/kite', Buffer.from('the base'));
    const old = await pushImage(client, 'docker-local/kite', '1.0', { layer: 'calm' });
    const layers = [shared, old.layer];
    await client.pushManifest('docker-local/kite', '1.0', { ...old.manifest, layers });
    const now = await pushImage(client, 'docker-local/kite', '1.1', { layer: 'windy' });
    await client.pushManifest('docker-local/kite', '1.1', { ...now.manifest, layers: [shared, now.layer] });
    const found = await compared({ type: 'docker', name: 'kite', from: '1.0', to: '1.1' });
    expect([found.dependenciesKnown, found.contents]).toEqual([false, null]);
    const hex = (digest: string) => digest.replace('sha256:', '');
    const changed = (change: string, digest: string) =>
      found.files.changes.filter(
        (each) => each.change === change && [each.fromSha256, each.toSha256].includes(hex(digest)),
      ).length;
    expect([changed('removed', old.layer.digest), changed('added', now.layer.digest)]).toEqual([1, 1]);
    // The base and the configuration are the same blobs.
    expect(found.files.unchanged).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(found.files.changes)).not.toContain(hex(shared.digest));
  });
});
