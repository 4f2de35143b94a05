import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { ociIndex, pushImage, RegistryClient } from '../testing/RegistryClient.ts';
import { commandOf } from './layersOf.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform.close());

async function layers(
  path: string,
  repoKey = 'docker-local',
  headers: object = { authorization: platform.adminAuth },
) {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/views/dockerv2',
    headers: { ...headers },
    payload: { view: 'dockerv2', repoKey, path },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const created = '2024-05-01T10:00:00.000Z';
const config = {
  created,
  config: { ExposedPorts: { '8080/tcp': {} }, Volumes: { '/data': {} }, Labels: { made: 'here' } },
  history: [
    { created, created_by: '/bin/sh -c #(nop) ADD file:abc in / ' },
    { created, created_by: 'CMD ["sh"]', empty_layer: true },
  ],
};

describe('the layers of an image', () => {
  it('are listed with their build steps [pkg-08]', async () => {
    const image = await pushImage(client, 'docker-local/team/app', '1.0', { config });
    const { status, body } = await layers('team/app/1.0/manifest.json');
    expect(status).toBe(200);
    expect(body.tagInfo).toEqual({
      title: 'team/app:1.0',
      digest: image.digest,
      totalSize: image.layer.size + image.config.size,
      ports: ['8080/tcp'],
      volumes: ['/data'],
      labels: [{ key: 'made', value: 'here' }],
      platform: 'linux/amd64',
      config: { user: '', workingDir: '', stopSignal: '', entrypoint: [], command: [], env: [] },
    });
    const { digest, size } = image.layer;
    expect(body.blobsInfo).toMatchObject([
      { digest, shortId: digest.slice(7, 19), size, created, command: 'ADD', commandText: 'file:abc in /' },
      { digest: '', size: 0, command: 'CMD', commandText: '["sh"]' },
    ]);
    const byDigest = `team/app/_manifests/${image.digest.replace(':', '__')}.json`;
    expect((await layers(byDigest, 'docker-virtual')).body.blobsInfo).toHaveLength(2);
    expect((await layers('/team/app/1.0')).body.tagInfo.title).toBe('team/app:1.0');
  });

  it('come from the first platform of an index', async () => {
    const name = 'docker-local/team/many';
    const image = await pushImage(client, name, 'one', { config });
    const size = JSON.stringify(image.manifest).length;
    const unknown = { platform: { os: 'unknown', architecture: 'unknown' } };
    const attestation = await pushImage(client, name, 'two', { layer: 'attested' });
    const index = {
      schemaVersion: 2,
      mediaType: ociIndex,
      manifests: [
        { mediaType: image.manifest.mediaType, digest: attestation.digest, size, ...unknown },
        { mediaType: image.manifest.mediaType, digest: image.digest, size },
      ],
    };
    await client.pushManifest(name, 'many', index);
    const { body } = await layers('team/many/many/manifest.json');
    expect(body.tagInfo.title).toBe('team/many:many (linux/amd64)');
    expect(body.blobsInfo[0].digest).toBe(image.layer.digest);
  });

  it('include the platforms of an index and the one shown', async () => {
    const name = 'docker-local/team/wide';
    const arm = { architecture: 'arm64', variant: 'v8' };
    const image = await pushImage(client, name, 'arm', { config: { ...config, ...arm } });
    const { mediaType } = image.manifest;
    const size = JSON.stringify(image.manifest).length;
    const other = await pushImage(client, name, 'amd', { config });
    const manifests = [
      { mediaType, digest: image.digest, size, platform: { os: 'linux', ...arm } },
      { mediaType, digest: other.digest, size, platform: { os: 'linux', architecture: 'amd64' } },
      { mediaType, digest: image.digest, size, platform: { os: 'unknown', architecture: 'unknown' } },
    ];
    await client.pushManifest(name, 'wide', { schemaVersion: 2, mediaType: ociIndex, manifests });
    const { body } = await layers('team/wide/wide/manifest.json');
    expect(body.tagInfo).toMatchObject({
      platform: 'linux/arm64/v8',
      platforms: [
        { name: 'linux/arm64/v8', digest: image.digest },
        { name: 'linux/amd64', digest: other.digest },
      ],
    });
    const one = await layers(`team/wide/_manifests/${image.digest.replace(':', '__')}.json`);
    expect(one.body.tagInfo).toMatchObject({ platform: 'linux/arm64/v8', digest: image.digest });
    expect(one.body.tagInfo.platforms).toBeUndefined();
  });

  it('are listed even if the history does not match', async () => {
    const image = await pushImage(client, 'docker-local/team/bare', '1.0', { layer: 'bare' });
    const { body } = await layers('team/bare/1.0/manifest.json');
    expect(body.blobsInfo).toMatchObject([{ digest: image.layer.digest, command: '', commandText: '' }]);
  });

  it('return an error for a missing image or without permission', async () => {
    expect((await layers('team/app/9.9/manifest.json')).status).toBe(404);
    expect((await layers('no/such/thing')).status).toBe(404);
    expect((await layers('team/app/1.0/manifest.json', 'npm-local')).status).toBe(404);
    expect((await layers('team/app/1.0/manifest.json', 'docker-local', {})).status).toBe(401);
    const wrong = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/views/dockerv2',
      headers: { authorization: platform.adminAuth },
      payload: { view: 'other' },
    });
    expect(wrong.statusCode).toBe(400);
  });

  it.each([
    ['/bin/sh -c #(nop)  CMD ["/bin/sh"]', 'CMD', '["/bin/sh"]'],
    ['/bin/sh -c #(nop) COPY dir:1 in /app ', 'COPY', 'dir:1 in /app'],
    ['/bin/sh -c apk add curl', 'RUN', 'apk add curl'],
    ['RUN /bin/sh -c apk add curl # buildkit', 'RUN', 'apk add curl'],
    ['RUN |1 VERSION=1 /bin/sh -c make # buildkit', 'RUN', 'make'],
    ['COPY . /app # buildkit', 'COPY', '. /app'],
    ['bazel build', '', 'bazel build'],
    ['', '', ''],
  ])('parses %s', (text, command, commandText) => {
    expect(commandOf(text)).toEqual({ command, commandText });
  });
});
