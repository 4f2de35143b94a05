import type { ImageDigests, ImageReferrers } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { ociIndex, ociManifest, pushImage, RegistryClient } from '../testing/RegistryClient.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform?.close());

const get = (path: string, headers: object = { authorization: platform.adminAuth }) =>
  platform.app.inject({ url: `/ui/api/v1/ui/v1/native/images${path}`, headers: { ...headers } });
const name = 'docker-local/team/app';

/** Attaches a document to a manifest like oras and cosign. */
async function attach(document: object, mediaType: string, more: object, reference = 'attached', to = name) {
  const config = await client.pushBlob(to, Buffer.from('{}'), 'application/vnd.oci.empty.v1+json');
  const layer = await client.pushBlob(to, Buffer.from(JSON.stringify(document)), mediaType);
  const manifest = { schemaVersion: 2, mediaType: ociManifest, config, layers: [layer], ...more };
  const answer = await client.pushManifest(to, reference, manifest);
  expect(answer.status, answer.text).toBe(201);
}

describe('the image page', () => {
  it('groups tags by digest, with platforms and attached documents [pkg-02]', async () => {
    const image = await pushImage(client, name, '1.0');
    await client.pushManifest(name, 'stable', image.manifest);
    await pushImage(client, name, '2.0', { layer: 'another' });
    const subject = {
      mediaType: ociManifest,
      digest: image.digest,
      size: JSON.stringify(image.manifest).length,
    };
    const document = {
      spdxVersion: 'SPDX-2.3',
      creationInfo: { creators: ['Tool: syft-1.0'] },
      packages: [{}, {}],
    };
    await attach(
      document,
      'application/spdx+json',
      { subject, artifactType: 'application/spdx+json' },
      image.digest.replace('sha256:', 'sbom-').slice(0, 60),
    );
    const { images, more } = (await get('?packageId=docker://team/app')).json<ImageDigests>();
    expect(more).toBe(false);
    const found = images.find(({ digest }) => digest === image.digest);
    expect(found).toMatchObject({ repoKey: 'docker-local', platforms: ['linux/amd64'], referrers: 1 });
    expect(found?.tags.sort()).toEqual(['1.0', 'stable']);
    expect(found?.size).toBeGreaterThan(image.layer.size);
    expect((await get('?packageId=docker://team/none')).json()).toEqual({ images: [], more: false });
    expect((await get('?packageId=docker://team/app', {})).statusCode).toBe(401);
  });

  it('shows the content of SBOMs, signatures, and attestations [pkg-08]', async () => {
    const { images } = (await get('?packageId=docker://team/app')).json<ImageDigests>();
    const { digest = '' } = images.find(({ tags }) => tags.includes('1.0')) ?? {};
    const simple = { critical: { identity: { 'docker-reference': 'registry/team/app' } } };
    // Like cosign without referrers.
    await attach(
      simple,
      'application/vnd.dev.cosign.simplesigning.v1+json',
      {},
      `${digest.replace(':', '-')}.sig`,
    );
    const { referrers } = (
      await get('/referrers?repoKey=docker-local&path=team/app/1.0/manifest.json')
    ).json<ImageReferrers>();
    const again = (await get('?packageId=docker://team/app')).json<ImageDigests>().images;
    expect(again.flatMap(({ tags }) => tags).filter((tag) => tag.endsWith('.sig'))).toEqual([]);
    expect(again.find((each) => each.digest === digest)?.referrers).toBe(2);
    const of = (kind: string) => referrers.find((each) => each.kind === kind);
    expect(of('sbom')?.facts).toEqual([
      { key: 'format', value: 'SPDX-2.3' },
      { key: 'tool', value: 'syft-1.0' },
      { key: 'packages', value: '2' },
    ]);
    expect(of('signature')).toMatchObject({
      subject: digest,
      facts: [{ key: 'identity', value: 'registry/team/app' }],
    });
  });

  it('counts packages within components of an SBOM, and no files', async () => {
    const image = await pushImage(client, 'docker-local/team/nested', '1.0');
    const size = JSON.stringify(image.manifest).length;
    const components = [
      { type: 'library', components: [{ type: 'library' }, { type: 'file' }] },
      { type: 'file' },
    ];
    const type = 'application/vnd.cyclonedx+json';
    const subject = { mediaType: ociManifest, digest: image.digest, size };
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
    await attach(document, type, { subject, artifactType: type }, 'sbom', 'docker-local/team/nested');
    const path = '/referrers?repoKey=docker-local&path=team/nested/1.0/manifest.json';
    expect((await get(path)).json<ImageReferrers>().referrers[0]?.facts).toEqual([
      { key: 'format', value: 'CycloneDX 1.6' },
      { key: 'packages', value: '2' },
    ]);
  });

  it('finds and counts attestations in an index, and what is attached to its images [pkg-08]', async () => {
    const image = await pushImage(client, name, 'amd', { layer: 'third' });
    const size = JSON.stringify(image.manifest).length;
    const statement = {
      predicateType: 'https://slsa.dev/provenance/v0.2',
      predicate: { builder: { id: 'https://builder.example' } },
    };
    await attach(statement, 'application/vnd.in-toto+json', {}, 'attestation');
    const { images } = (await get('?packageId=docker://team/app')).json<ImageDigests>();
    const attestation = images.find(({ tags }) => tags.includes('attestation'))?.digest;
    const annotations = {
      'vnd.docker.reference.type': 'attestation-manifest',
      'vnd.docker.reference.digest': image.digest,
    };
    const manifests = [
      {
        mediaType: ociManifest,
        digest: image.digest,
        size,
        platform: { os: 'linux', architecture: 'amd64' },
      },
      {
        mediaType: ociManifest,
        digest: attestation,
        size,
        platform: { os: 'unknown', architecture: 'unknown' },
        annotations,
      },
    ];
    const pushed = await client.pushManifest(name, 'wide', {
      schemaVersion: 2,
      mediaType: ociIndex,
      manifests,
    });
    expect(pushed.status, pushed.text).toBe(201);
    const path = '/referrers?repoKey=docker-local&path=team/app/wide/manifest.json';
    expect((await get(path)).json<ImageReferrers>().referrers).toContainEqual(
      expect.objectContaining({
        kind: 'attestation',
        platform: 'linux/amd64',
        facts: [
          { key: 'predicate', value: 'https://slsa.dev/provenance/v0.2' },
          { key: 'builder', value: 'https://builder.example' },
        ],
      }),
    );
    await attach({}, 'application/vnd.example.notes+json', { subject: manifests[0] }, 'notes');
    const found = (await get('?packageId=docker://team/app')).json<ImageDigests>().images;
    // That of the builder, and the one that is attached to the image for one platform.
    expect(found.find(({ tags }) => tags.includes('wide'))?.referrers).toBe(2);
    expect((await get(path)).json<ImageReferrers>().referrers).toHaveLength(2);
    expect((await get('/referrers?repoKey=docker-local&path=team/app/none/manifest.json')).statusCode).toBe(
      404,
    );
    expect((await get(path, {})).statusCode).toBe(401);
  });
});
