import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderBlobStore } from '../FolderBlobStore.ts';
import { Hashes } from '../hashes.ts';
import { BlobWriter } from './BlobWriter.ts';
import { Checkpoint, readSegment, Segment } from './journal.js';

let home: string;
const open: FolderBlobStore[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-journal-'));
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await rm(home, { recursive: true, force: true });
});

async function start(of = home): Promise<FolderBlobStore> {
  const store = new FolderBlobStore(join(of, 'blobs'), async () => undefined, {
    journal: join(of, 'journal'),
  });
  open.push(store);
  await store.prepare();
  return store;
}

async function put(store: FolderBlobStore, bytes: Buffer): Promise<string> {
  const { sha256 } = new Hashes().update(bytes).info();
  await (await store.write(bytes, sha256)).confirm();
  return sha256;
}

const fileOf = (sha256: string, of = home) => join(of, 'blobs', sha256.slice(0, 2), sha256);
const records = async (of = home) => {
  const names = await readdir(join(of, 'journal'));
  return names.flatMap((name) => readSegment(join(of, 'journal', name)));
};

/**
 * Copies the directory as a crash would leave it: with the whole journal, but without data that was
 * not synced.
 */
async function crash(lost: readonly string[]): Promise<string> {
  const after = `${home}-after`;
  // The journal is still being written to files, so one may be renamed before it is copied.
  await vi.waitFor(() => cp(home, after, { recursive: true }), { timeout: 10_000 });
  for (const [at, sha256] of lost.entries()) {
    if (at % 2 === 0) await rm(fileOf(sha256, after), { force: true });
    else await writeFile(fileOf(sha256, after), '');
  }
  return after;
}

describe('the blob journal', () => {
  it('restores files lost in a crash', async () => {
    const store = await start();
    const all = Array.from({ length: 20 }, (_, at) => randomBytes(1 + at * 1000));
    const stored = await Promise.all(all.map((bytes) => put(store, bytes)));
    const after = await crash(stored);
    try {
      const again = await start(after);
      // A second crash before all of them are synced loses nothing either.
      expect(await records(after)).toHaveLength(20);
      for (const [at, sha256] of stored.entries())
        expect((await buffer(await again.open(sha256))).equals(all[at] as Buffer)).toBe(true);
      expect(await readdir(join(after, 'blobs', 'incoming'))).toEqual([]);
      await again.close();
      expect(await readdir(join(after, 'journal'))).toEqual([]);
    } finally {
      await rm(after, { recursive: true });
    }
  });

  it('restores content with and without a file', async () => {
    const store = await start();
    const bytes = randomBytes(3000);
    const sha256 = await put(store, bytes);
    const read = async (range?: { start: number; end: number }) => buffer(await store.open(sha256, range));
    for (const filed of [false, true]) {
      if (filed) await vi.waitFor(async () => expect(await readFile(fileOf(sha256))).toEqual(bytes));
      expect(await read()).toEqual(bytes);
      expect(await read({ start: 10, end: 19 })).toEqual(bytes.subarray(10, 20));
      expect(await store.has(sha256)).toBe(true);
      expect(await store.remove(sha256, new Date(Date.now() - 1000))).toBe(false);
    }
    expect(await readdir(join(home, 'blobs', 'incoming'))).toEqual([]);
  });

  it('writes files during continuous writes, and the rest at the end', async () => {
    const store = await start();
    const all = Array.from({ length: 150 }, () => randomBytes(100_000));
    const stored = [];
    for (const bytes of all) stored.push(await put(store, bytes));
    await store.close();
    for (const [at, sha256] of stored.entries())
      expect((await readFile(fileOf(sha256))).equals(all[at] as Buffer)).toBe(true);
  });

  it('processes content without files of a previous thread', async () => {
    const before = await start();
    const bytes = randomBytes(1000);
    const sha256 = await put(before, bytes);
    const after = await crash([]);
    try {
      await rm(fileOf(sha256, after), { force: true });
      const writer = new BlobWriter({ blobs: join(after, 'blobs'), journal: join(after, 'journal') });
      writer.resume();
      await vi.waitFor(async () => expect(await readFile(fileOf(sha256, after))).toEqual(bytes));
      await writer.close();
    } finally {
      await rm(after, { recursive: true });
    }
  });

  it('is empty after a graceful stop', async () => {
    const store = await start();
    const sha256 = await put(store, randomBytes(5000));
    expect((await records()).map((record) => record.sha256)).toEqual([sha256]);
    await store.close();
    expect(await readdir(join(home, 'journal'))).toEqual([]);
  });

  it('does not contain large content, which waits for its file', async () => {
    const store = await start();
    await put(store, randomBytes(200_000));
    expect(await records()).toEqual([]);
  });

  it('ends at a partial record or one of an earlier generation', async () => {
    const path = join(home, 'segment');
    const given = [randomBytes(100), randomBytes(50), randomBytes(100)].map((bytes) => ({
      bytes,
      sha256: new Hashes().update(bytes).info().sha256,
    }));
    const file = new Segment(path);
    file.append(given, ['/nowhere/1', '/nowhere/2', '/nowhere/3']);
    expect(readSegment(path)).toEqual(given);
    const content = await readFile(path);
    const end = content.lastIndexOf(given.at(-1)?.bytes ?? '') + 100;
    for (const cut of [end - 1, end - 101, 10, 0]) {
      await writeFile(path, content.subarray(0, cut));
      expect(readSegment(path).length).toBeLessThan(3);
    }
    content.writeUInt8(content.readUInt8(end - 60) ^ 1, end - 60);
    await writeFile(path, content);
    expect(readSegment(path)).toEqual(given.slice(0, 2));
    file.reset();
    file.append(given.slice(0, 1), ['/nowhere/1']);
    expect(readSegment(path)).toEqual(given.slice(0, 1));
    file.remove();
  });

  it('can be discarded after all files are synced, including deleted ones', async () => {
    const path = join(home, 'segment');
    const bytes = randomBytes(10);
    const file = new Segment(path);
    file.append([{ bytes, sha256: new Hashes().update(bytes).info().sha256 }], [join(home, 'gone', 'file')]);
    const checkpoint = new Checkpoint(file);
    while (checkpoint.step());
    checkpoint.segment.reset();
    expect(readSegment(path)).toEqual([]);
    file.remove();
  });

  it('is empty if the file is missing or not a journal', async () => {
    expect(readSegment(join(home, 'absent'))).toEqual([]);
    await writeFile(join(home, 'other'), 'something else');
    expect(readSegment(join(home, 'other'))).toEqual([]);
  });
});
