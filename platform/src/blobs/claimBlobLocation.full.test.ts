import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { openStorage } from '../storage/openStorage.ts';
import { blobs, type Storage } from '../storage/storage.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';

let place: string;
let folder: string;
let platform: TestStorage;
const open: Storage[] = [];

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'lading-folder-'));
  folder = join(place, 'blobs');
  platform = await testStorage({ LADING_BLOB_URL: pathToFileURL(folder).href });
});
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
  await platform.close();
  await rm(place, { recursive: true, force: true });
});

async function start(): Promise<Storage> {
  const storage = await openStorage(platform.settings);
  open.push(storage);
  return storage;
}

async function put(storage: Storage): Promise<{ sha256: string; bytes: Buffer }> {
  const bytes = randomBytes(1000);
  const source = async function* () {
    yield bytes;
  };
  const { sha256 } = await withStorage(storage, () => blobs().put(source()));
  return { sha256, bytes };
}

const idIn = async (path: string) => (await readFile(join(path, 'store-id'), 'utf8')).trim();
const forget = (storage: Storage) => withStorage(storage, () => db().execute(sql`delete from blob_folder`));

describe('a missing blob directory', () => {
  it('prevents the start, and is not recreated', async () => {
    await put(platform.storage);
    await platform.storage.close();
    await rename(folder, `${folder}-away`);
    await expect(start()).rejects.toThrow(/The blob directory .*blobs does not exist.*Mount or restore it/);
    expect(await readdir(place)).toEqual(['blobs-away']);
    // An empty mount point, as without the mounted share.
    await mkdir(folder);
    await expect(start()).rejects.toThrow(/has no identity file.*write the word adopt to .*store-id/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('allows the start after it is restored', async () => {
    const { sha256, bytes } = await put(platform.storage);
    await platform.storage.close();
    await rename(folder, `${folder}-away`);
    await expect(start()).rejects.toThrow(/does not exist/);
    await rename(`${folder}-away`, folder);
    const again = await start();
    expect(await buffer(await again.blobs.open(sha256))).toEqual(bytes);
  });

  it('cannot be replaced with that of another database', async () => {
    await platform.storage.close();
    await writeFile(join(folder, 'store-id'), '01234567-89ab-cdef-0123-456789abcdef\n');
    await expect(start()).rejects.toThrow(/belongs to another database/);
  });

  it('can be replaced when an operator confirms it', async () => {
    const { sha256 } = await put(platform.storage);
    const id = await idIn(folder);
    await platform.storage.close();
    await rm(join(folder, 'store-id'));
    await writeFile(join(folder, 'store-id'), 'adopt\n');
    (await (await start()).blobs.open(sha256)).destroy();
    expect(await idIn(folder)).toBe(id);
  });

  it('is reported as unavailable while the server runs, by reads, writes, and the check', async () => {
    const { sha256 } = await put(platform.storage);
    const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE' };
    for (const replace of [
      async () => undefined,
      () => mkdir(join(folder, 'incoming'), { recursive: true }),
    ]) {
      await rename(folder, `${folder}-away`);
      await replace();
      await expect(platform.storage.blobs.check()).rejects.toMatchObject(unavailable);
      await expect(platform.storage.blobs.open(sha256)).rejects.toMatchObject(unavailable);
      await expect(platform.storage.blobs.has(sha256)).rejects.toMatchObject(unavailable);
      await expect(platform.storage.blobs.remove(sha256, new Date())).rejects.toMatchObject(unavailable);
      await expect(put(platform.storage)).rejects.toMatchObject(unavailable);
      const large = async function* () {
        for (let at = 0; at < 8; at++) yield randomBytes(100_000);
      };
      await expect(withStorage(platform.storage, () => blobs().put(large()))).rejects.toMatchObject(
        unavailable,
      );
      await rm(folder, { recursive: true, force: true });
      await rename(`${folder}-away`, folder);
    }
    await platform.storage.blobs.check();
    await put(platform.storage);
    (await platform.storage.blobs.open(sha256)).destroy();
  });
});

describe('a blob directory from before identity files', () => {
  it('is adopted once when it contains the files of the database', async () => {
    const { sha256 } = await put(platform.storage);
    await forget(platform.storage);
    await platform.storage.close();
    await rm(join(folder, 'store-id'));
    const again = await start();
    (await again.blobs.open(sha256)).destroy();
    await again.close();
    await rm(join(folder, 'store-id'));
    await expect(start()).rejects.toThrow(/has no identity file/);
  });

  it('is not adopted if it is empty, missing, or contains other files', async () => {
    for (let count = 0; count < 3; count++) await put(platform.storage);
    await forget(platform.storage);
    await platform.storage.close();
    await rm(join(folder, 'store-id'));
    await rename(folder, `${folder}-away`);
    await expect(start()).rejects.toThrow(/does not exist/);
    await mkdir(folder);
    await expect(start()).rejects.toThrow(/contains only 0 of 3 checked files/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('of another database is not adopted by a new one, which would delete its files', async () => {
    await put(platform.storage);
    await platform.storage.close();
    const other = await testStorage();
    try {
      await other.storage.close();
      await cp(folder, join(place, 'copy'), { recursive: true });
      const url = pathToFileURL(join(place, 'copy')).href;
      const settings = { ...other.settings, blobUrl: url };
      await withoutId(other);
      for (const remove of [false, true]) {
        if (remove) await rm(join(place, 'copy', 'store-id'));
        await expect(openStorage(settings)).rejects.toThrow(
          /contains files that this database does not list/,
        );
      }
    } finally {
      await other.close();
    }
  });

  it('keeps the ID of a start that ended before storing it in the database', async () => {
    await put(platform.storage);
    const id = await idIn(folder);
    await forget(platform.storage);
    await platform.storage.close();
    await start();
    expect(await idIn(folder)).toBe(id);
  });

  it('gets one ID from two nodes that start concurrently', async () => {
    await put(platform.storage);
    await forget(platform.storage);
    await platform.storage.close();
    await rm(join(folder, 'store-id'));
    const homes = await Promise.all([0, 1].map((at) => mkdtemp(join(tmpdir(), `lading-node-${at}-`))));
    const nodes = await Promise.all(homes.map((home) => openStorage({ ...platform.settings, home })));
    try {
      for (const node of nodes) await node.blobs.check();
    } finally {
      for (const node of nodes) await node.close();
      for (const home of homes) await rm(home, { recursive: true, force: true });
    }
  });
});

async function withoutId({ settings }: TestStorage): Promise<void> {
  const storage = await openStorage(settings);
  await forget(storage);
  await storage.close();
}
