import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushImage, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { EventPlatform } from './testing/EventPlatform.ts';

let events: EventPlatform;
beforeAll(async () => {
  events = await EventPlatform.start();
  for (const key of ['local-docker', 'docker-prod'])
    await events.repository(key, { rclass: 'local', packageType: 'docker' });
});
afterAll(() => events?.platform.close());

const api = '/artifactory/api';
const client = () =>
  new RegistryClient(events.platform.baseUrl, { user: 'admin', password: events.platform.adminPassword });

describe('images', () => {
  const promote = (targetRepo: string, copy: boolean) =>
    events.send('POST', `${api}/docker/local-docker/v2/promote`, {
      ...{ targetRepo, dockerRepository: 'tern', tag: '1.0', targetTag: '2.0', copy },
    });

  it('include their source when promoted', async () => {
    await pushImage(client(), 'local-docker/tern', '1.0');
    await events.recorded.take(5);
    const copied = ['_layers/DIGEST', '_layers/DIGEST', '_manifests/DIGEST.json'].map(
      (path) => `artifact.copied docker-prod/tern/${path} from local-docker/tern/${path}`,
    );
    await events.expectEvents(
      () => promote('docker-prod', true),
      [
        ...copied,
        'artifact.copied docker-prod/tern/2.0/manifest.json from local-docker/tern/1.0/manifest.json',
        'docker.promoted docker-prod/tern:2.0 from local-docker/tern:1.0',
      ],
    );
    await events.expectEvents(() => promote('docker-prod', true), []);
  });

  it('include the previous digest when a tag moves', async () => {
    await pushImage(client(), 'local-docker/tern', '1.0', { layer: 'other' });
    // Both have the same configuration.
    const pushed = (await events.recorded.take(4)).find(({ type }) => type === 'docker.pushed');
    expect(pushed).toMatchObject({
      facts: { before: { sha256: expect.any(String) }, after: { sha256: expect.any(String) } },
    });
  });

  it('are announced when a client deletes a tag and a manifest', async () => {
    const manifests = '/v2/docker-prod/tern/manifests';
    const shown = await events.send('HEAD', `${manifests}/2.0`);
    const digest = shown.headers.get('docker-content-digest');
    await events.expectEvents(
      () => events.send('DELETE', `${manifests}/${digest}`),
      [
        'artifact.deleted docker-prod/tern/2.0/manifest.json',
        'artifact.deleted docker-prod/tern/_manifests/DIGEST.json',
        'docker.deleted docker-prod/tern:2.0',
      ],
    );
  });
});
