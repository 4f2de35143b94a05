import { createHash, randomBytes } from 'node:crypto';
import { access, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { collectBlobs, sweepBlobs } from '../storage/collectBlobs.ts';
import { blobs } from '../storage/storage.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import { rememberBlob } from './rememberBlob.ts';
import { streamOf } from './streams.ts';

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

describe('the blob store', () => {
  let platform: TestStorage;
  let folder: string;
  beforeAll(async () => {
    platform = await testStorage();
    folder = fileURLToPath(platform.settings.blobUrl);
    await within(() => db().execute(sql`create table uses (sha256 text references blobs (sha256))`));
  });
  afterAll(() => platform.close());

  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  const put = (...parts: (string | Uint8Array)[]) => within(() => blobs().put(chunks(...parts)));
  const age = (sha256: string) =>
    within(async () => {
      await db().execute(sql`update blobs set touched = now() - interval '2 days' where sha256 = ${sha256}`);
      const old = new Date(Date.now() - 2 * 86_400_000);
      await vi.waitFor(() => access(join(folder, sha256.slice(0, 2), sha256)));
      await utimes(join(folder, sha256.slice(0, 2), sha256), old, old);
    });
  const has = (sha256: string) => within(() => blobs().has(sha256));

  it('returns stored content with its hashes', async () => {
    const bytes = randomBytes(3_000_000);
    const blob = await within(() =>
      blobs().put(chunks(bytes.subarray(0, 10), bytes.subarray(10, 2_000_000), bytes.subarray(2_000_000)), {
        sha512: true,
      }),
    );
    const hash = (name: string) => createHash(name).update(bytes).digest('hex');
    expect(blob).toEqual({
      sha256: hash('sha256'),
      sha1: hash('sha1'),
      md5: hash('md5'),
      sha512: hash('sha512'),
      size: 3_000_000,
    });
    expect((await buffer(await within(() => blobs().open(blob.sha256)))).equals(bytes)).toBe(true);
    const range = await within(() => blobs().open(blob.sha256, { start: 5, end: 1_500_000 }));
    expect((await buffer(range)).equals(bytes.subarray(5, 1_500_001))).toBe(true);
  });

  it('streams files with buffers that are not larger than their content', async () => {
    const path = join(folder, 'streamed');
    const read = async (range?: { start: number; end: number }) => {
      const parts: Buffer[] = [];
      for await (const part of await streamOf(await open(path, 'r'), range)) parts.push(part);
      return {
        text: Buffer.concat(parts).toString(),
        reserved: parts.reduce((sum, part) => sum + part.buffer.byteLength, 0),
      };
    };
    await writeFile(path, 'short');
    expect(await read()).toEqual({ text: 'short', reserved: 5 });
    expect(await read({ start: 1, end: 2 })).toEqual({ text: 'ho', reserved: 2 });
    expect(await read({ start: 3, end: 100 })).toEqual({ text: 'rt', reserved: 2 });
    expect(await read({ start: 5, end: 100 })).toEqual({ text: '', reserved: 0 });
    await writeFile(path, '');
    expect(await read()).toEqual({ text: '', reserved: 0 });
    await rm(path);
  });

  it('stores the same content once, also concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => put('the same')));
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it.each([10, 400_000])('replaces corrupted content of %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const { sha256 } = await put(bytes);
    await writeFile(join(folder, sha256.slice(0, 2), sha256), 'damaged');
    await put(bytes);
    expect((await buffer(await within(() => blobs().open(sha256)))).equals(bytes)).toBe(true);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('creates a directory that was deleted', async () => {
    for (const bytes of [randomBytes(10), randomBytes(400_000)]) {
      const { sha256 } = await put(bytes);
      await rm(join(folder, sha256.slice(0, 2)), { recursive: true });
      await put(bytes);
      expect(await has(sha256)).toBe(true);
    }
  });

  it('stores empty content', async () => {
    const { size, sha256 } = await put();
    expect(size).toBe(0);
    expect(await buffer(await within(() => blobs().open(sha256)))).toHaveLength(0);
  });

  it('stores nothing if the content is too large or its source fails', async () => {
    await expect(within(() => blobs().put(chunks('123', '456'), { limit: 5 }))).rejects.toMatchObject({
      status: 413,
      message: 'The content exceeds the limit of 5 bytes',
    });
    async function* broken() {
      yield Buffer.from('a first part');
      throw new Error('the line is dead');
    }
    await expect(within(() => blobs().put(broken()))).rejects.toThrow('the line is dead');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    for (const text of ['123', '123456', 'a first part'])
      expect(await has(createHash('sha256').update(text).digest('hex'))).toBe(false);
  });

  it('reports unknown blobs, and rejects a path as SHA-256', async () => {
    const unknown = 'f'.repeat(64);
    expect(await has(unknown)).toBe(false);
    await expect(within(() => blobs().open(unknown))).rejects.toMatchObject({ status: 404 });
    await expect(within(() => blobs().open('../../../etc/passwd'))).rejects.toMatchObject({ status: 400 });
    await expect(within(() => transaction(() => rememberBlob({ sha256: unknown })))).rejects.toMatchObject({
      status: 409,
    });
  });

  describe('garbage collection', () => {
    it('deletes unreferenced content after a day', async () => {
      const [old, fresh, used] = [await put('old'), await put('fresh'), await put('used')];
      await within(() => db().execute(sql`insert into uses values (${used.sha256})`));
      await age(old.sha256);
      await age(used.sha256);
      await within(() => collectBlobs());
      expect([await has(old.sha256), await has(fresh.sha256), await has(used.sha256)]).toEqual([
        false,
        true,
        true,
      ]);
    });

    it('keeps content that is stored again', async () => {
      const { sha256 } = await put('again');
      await age(sha256);
      await put('again');
      await within(() => collectBlobs());
      expect(await has(sha256)).toBe(true);
    });

    it('deletes content that a crash left without a row', async () => {
      const { sha256 } = await put('left');
      await age(sha256);
      await within(() => db().execute(sql`delete from blobs where sha256 = ${sha256}`));
      await within(() => sweepBlobs());
      expect(await has(sha256)).toBe(false);
    });

    it('keeps content that was stored again and has no row yet', async () => {
      const bytes = Buffer.from('stored again');
      const { sha256 } = await put(bytes);
      await age(sha256);
      await within(() => db().execute(sql`delete from blobs where sha256 = ${sha256}`));
      const written = await within(() => blobs().write(bytes, sha256));
      expect(await within(() => sweepBlobs())).toBe(0);
      expect(await within(() => blobs().remove(sha256, new Date(Date.now() - 86_400_000)))).toBe(false);
      await within(() => written.confirm());
      expect(await has(sha256)).toBe(true);
    });

    it('waits for a concurrent reference, and keeps the content', async () => {
      const { sha256 } = await put('about to be used');
      await age(sha256);
      let collecting: Promise<number> | undefined;
      await within(() =>
        transaction(async () => {
          await rememberBlob({ sha256 });
          collecting = withStorage(platform.storage, () => collectBlobs());
          await db().execute(sql`select pg_sleep(0.2)`);
          await db().execute(sql`insert into uses values (${sha256})`);
        }),
      );
      await collecting;
      expect(await has(sha256)).toBe(true);
    });

    it('never deletes content that is stored concurrently', async () => {
      for (let round = 0; round < 40; round++) {
        const { sha256 } = await put('contested');
        await age(sha256);
        await Promise.all([within(() => collectBlobs()), put('contested'), within(() => sweepBlobs())]);
        expect(await has(sha256), `round ${round}`).toBe(true);
        await within(() => transaction(() => rememberBlob({ sha256 })));
      }
    });
  });
});
