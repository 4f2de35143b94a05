import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sweepBlobs } from '../../../storage/collectBlobs.ts';
import { openStorage } from '../../../storage/openStorage.ts';
import { blobs } from '../../../storage/storage.ts';
import { blobEnvironment } from './S3Server.ts';
import { partsOf, type StoreTest } from './useStore.ts';

/** Tests lost connections, another owner, and a missing bucket. */
export function testFailures(store: StoreTest): void {
  const { elsewhere, within, put, read, has, keys } = store;

  describe('a failing object store', () => {
    const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE' };

    it('does not disturb an upload that loses its connection', async () => {
      const bytes = randomBytes(20_000_000);
      store.proxy.reset();
      Object.assign(store.proxy, { loseAfterSent: 3_000_000, losses: 2, lost: 0 });
      const { sha256 } = await put(...partsOf(bytes));
      expect(store.proxy.lost).toBe(2);
      store.proxy.loseAfterSent = Number.POSITIVE_INFINITY;
      expect((await read(sha256)).equals(bytes)).toBe(true);
    });

    it('does not disturb a download that loses its connection', async () => {
      const bytes = randomBytes(12_000_000);
      const { sha256 } = await put(...partsOf(bytes));
      store.proxy.reset();
      Object.assign(store.proxy, { loseAfterReceived: 2_000_000, losses: 3, lost: 0 });
      expect((await read(sha256)).equals(bytes)).toBe(true);
      expect(
        (await read(sha256, { start: 1000, end: 5_000_000 })).equals(bytes.subarray(1000, 5_000_001)),
      ).toBe(true);
      expect(store.proxy.lost).toBe(3);
      store.proxy.loseAfterReceived = Number.POSITIVE_INFINITY;
    });

    it('returns complete content although it is slow', async () => {
      const bytes = randomBytes(300_000);
      store.proxy.delayMs = 100;
      const { sha256 } = await put(bytes);
      expect((await read(sha256)).equals(bytes)).toBe(true);
      store.proxy.delayMs = 0;
    });

    it('rejects uploads and downloads with 503 while it is not reachable, and loses nothing', async () => {
      const { sha256 } = await put('before');
      store.proxy.reset();
      Object.assign(store.proxy, { loseAfterSent: 0, losses: 1_000_000, lost: 0 });
      const before = await keys();
      await expect(put('during')).rejects.toMatchObject(unavailable);
      await expect(put(...partsOf(randomBytes(9_000_000)))).rejects.toMatchObject(unavailable);
      await expect(read(sha256)).rejects.toMatchObject(unavailable);
      await expect(has(sha256)).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().check())).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().verify(sha256))).rejects.toMatchObject(unavailable);
      Object.assign(store.proxy, { loseAfterSent: Number.POSITIVE_INFINITY, losses: 0 });
      expect(await keys()).toEqual(before);
      await within(() => blobs().check());
      expect((await read(sha256)).toString()).toBe('before');
    });

    it('is unavailable while it belongs to another database, and prevents the start', async () => {
      const { sha256 } = await put('ours');
      const id = await buffer((await store.bucket.get('store-id')).body);
      await store.bucket.put('store-id', Buffer.from('01234567-89ab-cdef-0123-456789abcdef\n'));
      await expect(within(() => blobs().check())).rejects.toMatchObject(unavailable);
      await expect(put('for another database')).rejects.toMatchObject(unavailable);
      await expect(put(...partsOf(randomBytes(9_000_000)))).rejects.toMatchObject(unavailable);
      await expect(within(() => blobs().remove(sha256, new Date()))).rejects.toMatchObject(unavailable);
      await expect(within(() => sweepBlobs(0))).rejects.toMatchObject(unavailable);
      await expect(read('0'.repeat(64))).rejects.toMatchObject(unavailable);
      await expect(openStorage(await elsewhere())).rejects.toThrow(
        /object store s3:\/\/.*lading\/one.* belongs to another database/,
      );
      await store.bucket.put('store-id', id);
      await within(() => blobs().check());
    });

    it('prevents the start with the reason if the bucket does not exist', async () => {
      const { LADING_BLOB_URL } = blobEnvironment({ endpoint: store.server.endpoint, bucket: 'missing' }, '');
      const settings = { ...(await elsewhere()), blobUrl: LADING_BLOB_URL };
      await expect(openStorage(settings)).rejects.toThrow(
        /Failed to list the object store s3:\/\/missing\/ at http.*: .*(bucket|NoSuchBucket)/i,
      );
    });
  });
}
