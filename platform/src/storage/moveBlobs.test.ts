import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MovingBlobStore } from '../blobs/MovingBlobStore.ts';
import { blobEnvironment, type S3Server, startS3rver } from '../blobs/s3/testing/S3Server.ts';
import { withStorage } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import { moveBlobs } from './moveBlobs.ts';
import { openStorage } from './openStorage.ts';
import { blobs } from './storage.ts';

let server: S3Server;
let platform: TestStorage;
beforeEach(async () => {
  server = await startS3rver();
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
  platform = await testStorage();
});
afterEach(async () => {
  await platform.close();
  await server.stop();
  vi.unstubAllEnvs();
});

const contents = [randomBytes(10), randomBytes(9_000_000)];
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = async (content: Buffer) => {
  const source = async function* () {
    yield content;
  };
  return (await blobs().put(source())).sha256;
};
/** The SHA-256 of what is read, because comparing large buffers is slow. */
const readAll = (sha256s: string[]) =>
  Promise.all(sha256s.map(async (sha256) => sha256Of(await buffer(await blobs().open(sha256)))));

/** Runs work on a storage with other blob locations. */
async function using<T>(change: Partial<Settings>, work: () => Promise<T>): Promise<T> {
  const storage = await openStorage({ ...platform.settings, ...change });
  try {
    return await withStorage(storage, work);
  } finally {
    await storage.close();
  }
}

it('moves blobs from a directory to an object store and back, while they are served', async () => {
  const directory = platform.settings.blobUrl;
  const store = blobEnvironment(server, 'moved').LADING_BLOB_URL;
  const stored = await withStorage(platform.storage, () => Promise.all(contents.map(put)));
  await platform.storage.close();

  const added = await using({ blobUrl: store, formerBlobUrl: directory }, async () => {
    expect(await readAll(stored)).toEqual(stored);
    const sha256 = await put(Buffer.from('stored meanwhile'));
    expect(await moveBlobs()).toEqual({ moved: 2, failed: [] });
    expect(await moveBlobs()).toEqual({ moved: 0, failed: [] });
    return sha256;
  });
  const all = [...stored, added];
  await using({ blobUrl: store }, async () => expect(await readAll(all)).toEqual(all));

  const empty = `${directory}-new`;
  await using({ blobUrl: empty, formerBlobUrl: store }, async () => {
    expect(await moveBlobs()).toEqual({ moved: 3, failed: [] });
  });
  await using({ blobUrl: empty }, async () => expect(await readAll(all)).toEqual(all));
});

it('does not start with an empty location without the former one', async () => {
  await withStorage(platform.storage, () => put(Buffer.from('kept')));
  await platform.storage.close();
  const { LADING_BLOB_URL: blobUrl } = blobEnvironment(server, 'empty');
  await expect(openStorage({ ...platform.settings, blobUrl })).rejects.toThrow(/has no identity file/);
});

it('continues after an interruption, and reports damaged files without stopping', async () => {
  const directory = platform.settings.blobUrl;
  const store = blobEnvironment(server, 'continued').LADING_BLOB_URL;
  const all = Array.from({ length: 4 }, (_, at) => Buffer.alloc(300_000, at));
  const stored = (await withStorage(platform.storage, () => Promise.all(all.map(put)))).sort();
  await platform.storage.close();
  const [first = '', damaged = ''] = stored;
  await writeFile(join(fileURLToPath(directory), damaged.slice(0, 2), damaged), 'damaged');

  await using({ blobUrl: store, formerBlobUrl: directory }, async () => {
    const stop = new AbortController();
    const moving = blobs() as MovingBlobStore;
    const { move } = moving;
    vi.spyOn(moving, 'move').mockImplementation(async (sha256) => {
      stop.abort();
      return move.call(moving, sha256);
    });
    expect(await moveBlobs(stop.signal)).toEqual({ moved: 1, failed: [] });
    expect(await moving.current.has(first)).toBe(true);
  });
  // Another start, as after a crash.
  await using({ blobUrl: store, formerBlobUrl: directory }, async () => {
    expect(await moveBlobs()).toEqual({ moved: 2, failed: [damaged] });
    const intact = stored.filter((sha256) => sha256 !== damaged);
    expect(await readAll(intact)).toEqual(intact);
  });
});

it('moves blobs between two directories of a server with unfiled content in the journal', async () => {
  const directory = platform.settings.blobUrl;
  const [sha256 = ''] = await withStorage(platform.storage, () => Promise.all([put(Buffer.from('small'))]));
  await platform.storage.close();
  const blobUrl = `${directory}-two`;
  await using({ blobUrl, formerBlobUrl: directory }, async () => {
    await moveBlobs();
  });
  await using({ blobUrl }, async () => expect(await readAll([sha256])).toEqual([sha256]));
});
