import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../../database/db.ts';
import { readS3Place } from '../../../settings/s3Place.ts';
import { collectBlobs, sweepBlobs } from '../../../storage/collectBlobs.ts';
import { openStorage } from '../../../storage/openStorage.ts';
import { blobs } from '../../../storage/storage.ts';
import { type TestStorage, testStorage } from '../../../testing/testStorage.ts';
import { S3Bucket } from '../S3Bucket.ts';
import { FaultyTcpProxy } from './FaultyTcpProxy.ts';
import { blobEnvironment, type S3Server } from './S3Server.ts';

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}
const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Tests the blob store with a running server. `isComplete`: the server checks signed URLs, knows
 * completed uploads, and lists uploads in parts.
 */
export function describeS3Store(start: () => Promise<S3Server>, { isComplete = false } = {}): void {
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
  }, 120_000);
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
  const parts = (bytes: Buffer) => {
    const size = 1_000_003;
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
  };

  describe('blobs in an object store', () => {
    it.each([0, 10, 3_000_000])('stores %i bytes with their hashes', async (size) => {
      const bytes = randomBytes(size);
      const blob = await put(bytes);
      const hash = (name: string) => createHash(name).update(bytes).digest('hex');
      expect(blob).toEqual({ sha256: hash('sha256'), sha1: hash('sha1'), md5: hash('md5'), size });
      expect((await read(blob.sha256)).equals(bytes)).toBe(true);
      expect(await has(blob.sha256)).toBe(true);
    });

    it('stores large content in parts, and returns ranges of it', async () => {
      const bytes = randomBytes(20_000_000);
      const { sha256, size } = await put(...parts(bytes));
      expect([sha256, size]).toEqual([sha256Of(bytes), 20_000_000]);
      expect((await read(sha256)).equals(bytes)).toBe(true);
      const range = await read(sha256, { start: 7_999_990, end: 17_000_000 });
      expect(range.equals(bytes.subarray(7_999_990, 17_000_001))).toBe(true);
      expect(await keys('incoming/')).toEqual([]);
    });

    it('uses the same names as a directory', async () => {
      const { sha256 } = await put('named');
      expect(await keys(sha256.slice(0, 2))).toContain(keyOf(sha256));
    });

    it('rejects content over the limit, and stores nothing', async () => {
      const bytes = randomBytes(12_000_000);
      const before = await keys();
      await expect(
        within(() => blobs().put(chunks(...parts(bytes)), { limit: 11_000_000 })),
      ).rejects.toMatchObject({ status: 413 });
      expect(await keys()).toEqual(before);
    });

    it('stores nothing if the source fails in the middle of an upload', async () => {
      const before = await keys();
      const failing = async function* () {
        for (const part of parts(randomBytes(20_000_000))) yield part;
        throw new Error('The client is gone');
      };
      await expect(within(() => blobs().put(failing()))).rejects.toThrow('The client is gone');
      expect(await keys()).toEqual(before);
    });

    it('has no other content', async () => {
      const sha256 = sha256Of(randomBytes(10));
      await expect(read(sha256)).rejects.toMatchObject({ status: 404 });
      expect(await has(sha256)).toBe(false);
      expect(await within(() => blobs().remove(sha256, new Date()))).toBe(false);
    });

    it('finds corrupted content when it is read and when it is verified, and heals it', async () => {
      const bytes = randomBytes(1000);
      const { sha256 } = await put(bytes);
      await bucket.put(keyOf(sha256), Buffer.from('damaged'));
      expect(await within(() => blobs().verify(sha256))).toBe('damaged');
      expect(await keys('quarantine/')).toEqual([`quarantine/${sha256}`]);
      await expect(read(sha256)).rejects.toMatchObject({ status: 500, code: 'BLOB_DAMAGED' });
      await put(bytes);
      expect(await within(() => blobs().verify(sha256))).toBe('intact');
      expect((await read(sha256)).equals(bytes)).toBe(true);

      // Another process, which has not verified it yet.
      const other = await openStorage(await elsewhere());
      try {
        await bucket.put(keyOf(sha256), Buffer.from('damaged'));
        const reading = async () => buffer(await other.blobs.open(sha256));
        await expect(reading()).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      } finally {
        await other.close();
      }
    });

    it('reports a shortened object as damage when a part after its end is read', async () => {
      const { sha256 } = await put(randomBytes(1000));
      await bucket.put(keyOf(sha256), Buffer.from('damaged'));
      await expect(read(sha256, { start: 500, end: 900 })).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      expect(await keys('quarantine/')).toContain(`quarantine/${sha256}`);
    });

    it.runIf(isComplete)('completes an upload in parts again, as after a lost response', async () => {
      const upload = await bucket.beginUpload('incoming/twice');
      await upload.send(1, Buffer.from('content'));
      await upload.complete();
      await upload.complete();
      expect((await buffer((await bucket.get('incoming/twice')).body)).toString()).toBe('content');
      await bucket.delete('incoming/twice');
      await expect(upload.complete()).rejects.toMatchObject({ status: 503 });
    });

    it.runIf(isComplete)('aborts uploads in parts that a crash left', async () => {
      const upload = await bucket.beginUpload('incoming/left');
      await upload.send(1, Buffer.from('content'));
      await bucket.abortUploads('incoming/', new Date(Date.now() - 3_600_000));
      await upload.send(2, Buffer.from('content'));
      await bucket.abortUploads('incoming/', new Date(Date.now() + 3_600_000));
      await expect(upload.complete()).rejects.toMatchObject({ status: 503 });
    });

    it('returns signed URLs for downloads', async () => {
      const { sha256 } = await put('linked');
      const headers = { contentType: 'text/plain', contentDisposition: 'attachment; filename="a b.txt"' };
      const url = new URL((await within(async () => blobs().link?.(sha256, headers))) ?? '');
      const answer = await fetch(url);
      expect(await answer.text()).toBe('linked');
      expect(answer.headers.get('content-type')).toBe('text/plain');
      expect(answer.headers.get('content-disposition')).toBe(headers.contentDisposition);
      if (!isComplete) return;
      const part = await fetch(url, { headers: { range: 'bytes=1-2' } });
      expect([part.status, await part.text()]).toEqual([206, 'in']);
      for (const change of [
        { 'X-Amz-Signature': '0'.repeat(64) },
        { 'X-Amz-Expires': '3000' },
        { 'response-content-type': 'text/html' },
      ]) {
        const changed = new URL(url);
        for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value);
        expect((await fetch(changed)).status).toBe(403);
      }
      expect((await fetch(new URL(url.pathname, url))).status).toBe(403);
    });

    it('reports a missing object as damage, not as a missing file', async () => {
      const { sha256 } = await put('lost');
      await bucket.delete(keyOf(sha256));
      await expect(read(sha256)).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      expect(await within(() => blobs().verify(sha256))).toBe('missing');
    });
  });

  describe('garbage collection in an object store', () => {
    const age = (sha256: string) =>
      within(() =>
        db().execute(sql`update blobs set touched = now() - interval '2 days' where sha256 = ${sha256}`),
      );

    it('deletes only what nothing references', async () => {
      const [kept, unused] = [await put('kept'), await put('unused')];
      await within(() => db().execute(sql`insert into uses values (${kept.sha256})`));
      for (const { sha256 } of [kept, unused]) await age(sha256);
      // Objects have the time of the service, which a test cannot change, so the grace period is 0.
      await vi.waitFor(async () => {
        await within(() => collectBlobs(0));
        await within(() => sweepBlobs(0));
        expect(await keys(unused.sha256.slice(0, 2))).not.toContain(keyOf(unused.sha256));
      }, 5000);
      expect([await has(kept.sha256), await has(unused.sha256)]).toEqual([true, false]);
      await within(() => db().execute(sql`delete from uses`));
    });

    it('keeps an object that was stored within the grace period', async () => {
      const { sha256 } = await put('again');
      await within(() => db().execute(sql`delete from blobs where sha256 = ${sha256}`));
      expect(await within(() => blobs().remove(sha256, new Date(Date.now() - 86_400_000)))).toBe(false);
      await within(() => sweepBlobs());
      expect(await keys(sha256.slice(0, 2))).toContain(keyOf(sha256));
    });
  });

  describe('a failing object store', () => {
    const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE' };

    it('does not disturb an upload that loses its connection', async () => {
      const bytes = randomBytes(20_000_000);
      proxy.reset();
      Object.assign(proxy, { loseAfterSent: 3_000_000, losses: 2, lost: 0 });
      const { sha256 } = await put(...parts(bytes));
      expect(proxy.lost).toBe(2);
      proxy.loseAfterSent = Number.POSITIVE_INFINITY;
      expect((await read(sha256)).equals(bytes)).toBe(true);
    });

    it('does not disturb a download that loses its connection', async () => {
      const bytes = randomBytes(12_000_000);
      const { sha256 } = await put(...parts(bytes));
      proxy.reset();
      Object.assign(proxy, { loseAfterReceived: 2_000_000, losses: 3, lost: 0 });
      expect((await read(sha256)).equals(bytes)).toBe(true);
      expect(
        (await read(sha256, { start: 1000, end: 5_000_000 })).equals(bytes.subarray(1000, 5_000_001)),
      ).toBe(true);
      expect(proxy.lost).toBe(3);
      proxy.loseAfterReceived = Number.POSITIVE_INFINITY;
    });

    it('returns complete content although it is slow', async () => {
      const bytes = randomBytes(300_000);
      proxy.delayMs = 100;
      const { sha256 } = await put(bytes);
      expect((await read(sha256)).equals(bytes)).toBe(true);
      proxy.delayMs = 0;
    });

    it('rejects uploads and downloads with 503 while it is not reachable, and loses nothing', async () => {
      const { sha256 } = await put('before');
      proxy.reset();
      Object.assign(proxy, { loseAfterSent: 0, losses: 1_000_000, lost: 0 });
      const before = await keys();
      await expect(put('during')).rejects.toMatchObject(unavailable);
      await expect(put(...parts(randomBytes(9_000_000)))).rejects.toMatchObject(unavailable);
      await expect(read(sha256)).rejects.toMatchObject(unavailable);
      await expect(has(sha256)).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().check())).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().verify(sha256))).rejects.toMatchObject(unavailable);
      Object.assign(proxy, { loseAfterSent: Number.POSITIVE_INFINITY, losses: 0 });
      expect(await keys()).toEqual(before);
      await within(() => blobs().check());
      expect((await read(sha256)).toString()).toBe('before');
    }, 60_000);

    it('is unavailable while it belongs to another database, and prevents the start', async () => {
      const { sha256 } = await put('ours');
      const id = await buffer((await bucket.get('store-id')).body);
      await bucket.put('store-id', Buffer.from('01234567-89ab-cdef-0123-456789abcdef\n'));
      await expect(within(() => blobs().check())).rejects.toMatchObject(unavailable);
      await expect(put('for another database')).rejects.toMatchObject(unavailable);
      await expect(put(...parts(randomBytes(9_000_000)))).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().remove(sha256, new Date()))).rejects.toMatchObject(unavailable);
      await expect(within(() => sweepBlobs(0))).rejects.toMatchObject(unavailable);
      await expect(read('0'.repeat(64))).rejects.toMatchObject(unavailable);
      await expect(openStorage(await elsewhere())).rejects.toThrow(
        /object store s3:\/\/.*lading\/one.* belongs to another database/,
      );
      await bucket.put('store-id', id);
      await within(() => blobs().check());
    });

    it('prevents the start with the reason if the bucket does not exist', async () => {
      const { LADING_BLOB_URL } = blobEnvironment({ endpoint: server.endpoint, bucket: 'missing' }, '');
      const settings = { ...(await elsewhere()), blobUrl: LADING_BLOB_URL };
      await expect(openStorage(settings)).rejects.toThrow(
        /Failed to list the object store s3:\/\/missing\/ at http.*: .*(bucket|NoSuchBucket)/i,
      );
    });
  });
}
