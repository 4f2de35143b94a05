import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { ociManifest, pushImage, RegistryClient } from './testing/RegistryClient.ts';

describe('a repository with immutable tags', () => {
  let platform: TestPlatform;
  let client: RegistryClient;
  beforeAll(async () => {
    platform = await testPlatform({ listen: true });
    client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    const made = await configure('PUT', 'releases', {
      rclass: 'local',
      packageType: 'docker',
      immutableTags: true,
    });
    expect(made.json()).toMatchObject({ immutableTags: true });
  });
  afterAll(() => platform.close());

  const configure = (method: 'PUT' | 'POST', key: string, payload: object) =>
    platform.app.inject({
      method,
      url: `/artifactory/api/repositories/${key}`,
      headers: { authorization: platform.adminAuth },
      payload,
    });
  const address = (tag: string) => `/v2/releases/tea/manifests/${tag}`;
  const put = (tag: string, manifest: object) =>
    client.ask('PUT', address(tag), {
      headers: { 'content-type': ociManifest },
      body: JSON.stringify(manifest),
    });

  it('accepts a tag once; an identical push changes nothing', async () => {
    const { manifest } = await pushImage(client, 'releases/tea', '1.0', { layer: 'green' });
    expect((await put('1.0', manifest)).status).toBe(201);
    const refused = await put('1.0', { ...manifest, annotations: { color: 'black' } });
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      errors: [
        {
          code: 'TAG_INVALID',
          message:
            'Tag 1.0 of tea cannot be moved because the tags of releases are immutable. Push another tag.',
          detail: null,
        },
      ],
    });
    expect((await client.ask('GET', address('1.0'))).json()).not.toHaveProperty('annotations');
    expect((await client.ask('DELETE', address('1.0'))).status).toBe(202);
    expect((await put('1.0', { ...manifest, annotations: { color: 'black' } })).status).toBe(201);
  });

  it('lets exactly one of several concurrent pushes of a new tag succeed', async () => {
    const { manifest } = await pushImage(client, 'releases/tea', 'start', { layer: 'white' });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((color) => put('raced', { ...manifest, annotations: { color } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('can be switched to mutable tags, and the option is rejected for formats without tags', async () => {
    const { manifest } = await pushImage(client, 'releases/tea', 'loose', { layer: 'yellow' });
    expect((await configure('POST', 'releases', { immutableTags: false })).statusCode).toBe(200);
    expect((await put('loose', { ...manifest, annotations: { color: 'red' } })).status).toBe(201);
    const refused = await configure('PUT', 'x', { rclass: 'local', packageType: 'npm', immutableTags: true });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].message).toContain("invalid field 'immutableTags': npm has no tags");
  });
});
