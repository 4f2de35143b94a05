import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3Bucket } from '../blobs/s3/S3Bucket.ts';
import { blobEnvironment, type S3Server, startS3rver } from '../blobs/s3/testing/S3Server.ts';
import { RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { readS3Place } from '../settings/s3Place.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let server: S3Server;
let platform: TestPlatform;
let client: RegistryClient;
const name = 'docker-local/kite';
beforeAll(async () => {
  server = await startS3rver();
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
  const env = { ...blobEnvironment(server, 'redirects'), LADING_BLOB_REDIRECTS: 'true' };
  platform = await testPlatform({ listen: true, env });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(async () => {
  await platform.close();
  await server.stop();
  vi.unstubAllEnvs();
});

const layer = randomBytes(100_000);
const get = (digest: string, headers: Record<string, string> = {}) =>
  client.ask('GET', `/v2/${name}/blobs/${digest}`, { headers });
const counted = () => platform.app.platform.files.downloads.total;

describe('a layer of an image in an object store', () => {
  it('is downloaded from the object store by a signed URL, and counted', async () => {
    const { digest } = await client.pushBlob(name, layer);
    const before = counted();
    const { status, headers } = await get(digest);
    expect([status, headers['docker-content-digest']]).toEqual([307, digest]);
    expect(headers['cache-control']).toBe('private, no-store');
    const url = new URL(String(headers.location));
    expect([url.origin, url.searchParams.get('X-Amz-Expires')]).toEqual([server.endpoint, '300']);
    const answer = await fetch(url);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(Buffer.from(await answer.arrayBuffer()).equals(layer)).toBe(true);
    expect(counted()).toBe(before + 1);
  });

  it('is resumed from the object store, and not counted again', async () => {
    const { digest } = await client.pushBlob(name, layer);
    const before = counted();
    const range = { range: 'bytes=50000-' };
    const { status, headers } = await get(digest, range);
    const answer = await fetch(String(headers.location), { headers: range });
    expect([status, answer.status]).toEqual([307, 206]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(layer.subarray(50_000))).toBe(true);
    expect(counted()).toBe(before);
  });

  it('needs the permission to read it', async () => {
    const { digest } = await client.pushBlob(name, layer);
    const anonymous = await client.plain('GET', `/v2/${name}/blobs/${digest}`, {});
    expect([anonymous.status, anonymous.headers.location]).toEqual([401, undefined]);
  });

  it('is sent by the server if the client is a browser, has it, or asks only for its size', async () => {
    const { digest } = await client.pushBlob(name, layer);
    expect((await get(digest, { 'sec-fetch-mode': 'cors' })).bytes.equals(layer)).toBe(true);
    expect((await get(digest, { origin: platform.baseUrl })).status).toBe(200);
    expect((await get(digest, { 'if-none-match': `"${digest.slice(7)}"` })).status).toBe(304);
    expect((await get(digest, { range: 'bytes=100000-' })).status).toBe(416);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${digest}`)).status).toBe(200);
    const small = await client.pushBlob(name, Buffer.from('small'));
    expect((await get(small.digest)).text).toBe('small');
  });

  it('is sent by the server when it must be verified, and reported when it is missing', async () => {
    const { digest } = await client.pushBlob(name, layer);
    vi.spyOn(platform.storage.integrity, 'isDue').mockReturnValueOnce(true);
    expect((await get(digest)).status).toBe(200);
    expect((await get(digest)).status).toBe(307);
    const bucket = await S3Bucket.open(readS3Place(platform.settings.blobUrl));
    try {
      await bucket.delete(`${digest.slice(7, 9)}/${digest.slice(7)}`);
    } finally {
      bucket.close();
    }
    expect(await get(digest)).toMatchObject({ status: 500, text: expect.stringContaining('damaged') });
  });
});

it('sends files for clients that may not follow redirects itself', async () => {
  const { app, adminAuth: authorization } = platform;
  const url = '/artifactory/generic-local/large.bin';
  const headers = { authorization, 'content-type': 'application/octet-stream' };
  await app.inject({ method: 'PUT', url, payload: layer, headers });
  const { statusCode, rawPayload } = await app.inject({ url, headers: { authorization } });
  expect([statusCode, rawPayload.equals(layer)]).toEqual([200, true]);
});
