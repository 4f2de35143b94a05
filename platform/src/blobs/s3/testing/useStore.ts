import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, vi } from 'vitest';
import { db, withStorage } from '../../../database/db.ts';
import { readS3Place } from '../../../settings/s3Place.ts';
import { blobs } from '../../../storage/storage.ts';
import { type TestStorage, testStorage } from '../../../testing/testStorage.ts';
import { S3Bucket } from '../S3Bucket.ts';
import { FaultyTcpProxy } from './FaultyTcpProxy.ts';
import { blobEnvironment, type S3Server } from './S3Server.ts';

export type StoreTest = ReturnType<typeof useStore>;

export async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}
export const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the parts of content that arrives over time. */
export function partsOf(bytes: Buffer): Buffer[] {
  const size = 1_000_003;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

/** Starts an S3 server, and a storage whose blobs are in it, for the tests of a suite. */
export function useStore(start: () => Promise<S3Server>) {
  let server: S3Server;
  let proxy: FaultyTcpProxy;
  let platform: TestStorage;
  let bucket: S3Bucket;

  beforeAll(async () => {
    server = await start();
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
    proxy = await FaultyTcpProxy.start(Number(new URL(server.endpoint).port));
    platform = await testStorage({
      ...blobEnvironment({ endpoint: proxy.endpoint, bucket: server.bucket }, 'lading/one'),
      LADING_BLOB_REDIRECTS: 'true',
    });
    // Not through the proxy, to see what is really stored.
    const direct = blobEnvironment(server, 'lading/one').LADING_BLOB_URL;
    bucket = await S3Bucket.open(readS3Place(direct));
    await within(() => db().execute(sql`create table uses (sha256 text references blobs (sha256))`));
  });
  afterAll(async () => {
    bucket?.close();
    await platform?.close();
    await proxy?.stop();
    await server?.stop();
    vi.unstubAllEnvs();
  });

  /** Settings of another node. */
  const elsewhere = async () => ({
    ...platform.settings,
    home: await mkdtemp(join(tmpdir(), 'lading-home-')),
  });
  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  const put = (...parts: (string | Uint8Array)[]) => within(() => blobs().put(chunks(...parts)));
  const read = async (sha256: string, range?: { start: number; end: number }) =>
    buffer(await within(() => blobs().open(sha256, range)));
  const has = (sha256: string) => within(() => blobs().has(sha256));
  const keys = async (start = '') => {
    const found: string[] = [];
    for await (const { key } of bucket.list(start)) found.push(key);
    return found;
  };

  return {
    ...{ elsewhere, within, put, read, has, keys },
    get server() {
      return server;
    },
    get proxy() {
      return proxy;
    },
    /** The bucket, without the proxy. */
    get bucket() {
      return bucket;
    },
  };
}
