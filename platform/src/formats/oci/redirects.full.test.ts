import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasRadosGateway, installCommand, startRadosGateway } from '../../blobs/s3/testing/RadosGateway.ts';
import { blobEnvironment, type S3Server } from '../../blobs/s3/testing/S3Server.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { writeLayout } from './testing/ociLayout.ts';
import { hasProgram, RealClient } from './testing/RealClient.ts';

const isInstalled = hasProgram('skopeo') && hasRadosGateway();

describe.skipIf(!isInstalled)(`redirects to signed URLs (needs skopeo, ${installCommand})`, () => {
  let store: S3Server;
  let platform: TestPlatform;
  let client: RealClient;
  /** Targets of redirects, without their queries. */
  const redirected: string[] = [];
  beforeAll(async () => {
    store = await startRadosGateway();
    vi.stubEnv('AWS_ACCESS_KEY_ID', store.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.credentials.secretAccessKey);
    platform = await testPlatform({
      listen: true,
      env: { ...blobEnvironment(store, 'images'), LADING_BLOB_REDIRECTS: 'true' },
    });
    platform.app.afterAnswer.push((_request, reply) => {
      const { location } = reply.getHeaders();
      if (reply.statusCode === 307) redirected.push(String(location).split('?')[0] ?? '');
    });
    client = await RealClient.start();
  });
  afterAll(async () => {
    await client?.close();
    await platform?.close();
    await store?.stop();
    vi.unstubAllEnvs();
  });

  it('are followed by skopeo, which gets the image that was pushed', async () => {
    const credentials = `admin:${platform.adminPassword}`;
    const image = `docker://${new URL(platform.baseUrl).host}/docker-virtual/team/app:1.0`;
    // Smaller layers are not redirected.
    const files = { 'etc/motd': randomBytes(200_000).toString('base64') };
    await writeLayout(join(client.home, 'one'), files, { architectures: ['amd64', 'arm64'] });
    const skopeo = async (...args: string[]) =>
      expect(await client.run('skopeo', ...args)).toMatchObject({ code: 0 });
    await skopeo(
      'copy',
      '--all',
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials,
      'oci:one:latest',
      image,
    );
    expect(redirected).toEqual([]);
    await skopeo(
      'copy',
      '--all',
      '--src-tls-verify=false',
      '--src-creds',
      credentials,
      image,
      'oci:back:latest',
    );
    const digestOf = async (folder: string) =>
      JSON.parse(await readFile(join(client.home, folder, 'index.json'), 'utf8')).manifests[0].digest;
    expect(await digestOf('back')).toBe(await digestOf('one'));
    expect(redirected.length).toBeGreaterThan(0);
    expect(redirected.every((url) => url.startsWith(`${store.endpoint}/${store.bucket}/images/`))).toBe(true);
  });
});
