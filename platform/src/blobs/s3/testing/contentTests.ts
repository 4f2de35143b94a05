import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../storage/openStorage.ts';
import { blobs } from '../../../storage/storage.ts';
import { chunks, keyOf, partsOf, type StoreTest, sha256Of } from './useStore.ts';

/** Tests what is stored, and what is read. */
export function testContent(store: StoreTest, isComplete: boolean): void {
  const { elsewhere, within, put, read, has, keys } = store;

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
      const { sha256, size } = await put(...partsOf(bytes));
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
        within(() => blobs().put(chunks(...partsOf(bytes)), { limit: 11_000_000 })),
      ).rejects.toMatchObject({ status: 413 });
      expect(await keys()).toEqual(before);
    });

    it('stores nothing if the source fails in the middle of an upload', async () => {
      const before = await keys();
      const failing = async function* () {
        for (const part of partsOf(randomBytes(20_000_000))) yield part;
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
      await store.bucket.put(keyOf(sha256), Buffer.from('damaged'));
      expect(await within(() => blobs().verify(sha256))).toBe('damaged');
      expect(await keys('quarantine/')).toEqual([`quarantine/${sha256}`]);
      await expect(read(sha256)).rejects.toMatchObject({ status: 500, code: 'BLOB_DAMAGED' });
      await put(bytes);
      expect(await within(() => blobs().verify(sha256))).toBe('intact');
      expect((await read(sha256)).equals(bytes)).toBe(true);

      // Another process, which has not verified it yet.
      const other = await openStorage(await elsewhere());
      try {
        await store.bucket.put(keyOf(sha256), Buffer.from('damaged'));
        const reading = async () => buffer(await other.blobs.open(sha256));
        await expect(reading()).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      } finally {
        await other.close();
      }
    });

    it('reports a shortened object as damage when a part after its end is read', async () => {
      const { sha256 } = await put(randomBytes(1000));
      await store.bucket.put(keyOf(sha256), Buffer.from('damaged'));
      await expect(read(sha256, { start: 500, end: 900 })).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      expect(await keys('quarantine/')).toContain(`quarantine/${sha256}`);
    });

    it.runIf(isComplete)('completes an upload in parts again, as after a lost response', async () => {
      const upload = await store.bucket.beginUpload('incoming/twice');
      await upload.send(1, Buffer.from('content'));
      await upload.complete();
      await upload.complete();
      expect((await buffer((await store.bucket.get('incoming/twice')).body)).toString()).toBe('content');
      await store.bucket.delete('incoming/twice');
      await expect(upload.complete()).rejects.toMatchObject({ status: 503 });
    });

    it.runIf(isComplete)('aborts uploads in parts that a crash left', async () => {
      const upload = await store.bucket.beginUpload('incoming/left');
      await upload.send(1, Buffer.from('content'));
      await store.bucket.abortUploads('incoming/', new Date(Date.now() - 3_600_000));
      await upload.send(2, Buffer.from('content'));
      await store.bucket.abortUploads('incoming/', new Date(Date.now() + 3_600_000));
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
      await store.bucket.delete(keyOf(sha256));
      await expect(read(sha256)).rejects.toMatchObject({ code: 'BLOB_DAMAGED' });
      expect(await within(() => blobs().verify(sha256))).toBe('missing');
    });
  });
}
