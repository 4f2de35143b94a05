import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../database/connection.ts';
import { withStorage } from '../database/db.ts';
import { runCommand } from '../operations/command/runCommand.ts';
import { collectAll } from '../operations/garbageCollection/collect.ts';
import { collectBlobs, sweepBlobs } from '../storage/collectBlobs.ts';
import { openStorage } from '../storage/openStorage.ts';
import { blobs, type Storage } from '../storage/storage.ts';
import { copyOfDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import type { BlobLocation } from './BlobLocation.ts';
import { BlobMarks } from './BlobMarks.ts';
import { openBlobLocation } from './openBlobLocation.ts';
import { blobEnvironment, type S3Server, startS3rver } from './s3/testing/S3Server.ts';

let server: S3Server;
let place: string;
let stores = 0;
beforeAll(async () => {
  server = await startS3rver();
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secretAccessKey);
  place = await mkdtemp(join(tmpdir(), 'lading-marks-'));
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

const kinds = {
  directory: (name: string) => ({ LADING_BLOB_URL: pathToFileURL(join(place, name)).href }),
  'object store': (name: string) => blobEnvironment(server, name),
};

describe.each(Object.entries(kinds))('a blob %s that two copies of an installation use', (_kind, urlOf) => {
  let original: TestStorage;
  let clone: TestDatabase;
  const open: Storage[] = [];
  let store: BlobLocation;

  beforeEach(async () => {
    original = await testStorage(urlOf(`store-${stores++}`));
    await original.storage.close();
    const { blobUrl, home, databaseUrl = '' } = original.settings;
    store = await openBlobLocation(blobUrl, home);
    clone = await copyOfDatabase(databaseUrl);
    return async () => {
      for (const storage of open.splice(0)) await storage.close();
      store.close();
      await clone.drop();
      await original.close();
    };
  });

  async function start(databaseUrl = original.settings.databaseUrl ?? ''): Promise<Storage> {
    const home = await mkdtemp(join(place, 'home-'));
    const storage = await openStorage({ ...original.settings, home, databaseUrl });
    open.push(storage);
    return storage;
  }
  async function stop(storage: Storage): Promise<void> {
    open.splice(open.indexOf(storage), 1);
    await storage.close();
  }
  const marks = async () => (await store.readMarks())?.split('\n') ?? [];
  const refused =
    /Another copy of this installation uses the .*Set LADING_BLOB_URL .* run "lading adopt-blobs"/;

  async function put(storage: Storage, text: string): Promise<string> {
    const content = async function* () {
      yield Buffer.from(text);
    };
    const { sha256 } = await withStorage(storage, () => blobs().put(content()));
    return sha256;
  }
  const has = (storage: Storage, sha256: string) => withStorage(storage, () => blobs().has(sha256));
  const collections: readonly (() => Promise<unknown>)[] = [
    () => collectBlobs(0),
    () => sweepBlobs(0),
    () => collectAll({ remove: true, graceSeconds: 0 }),
  ];
  /** As if the clone had been made after this mark. */
  async function learn(mark: string): Promise<void> {
    const client = new pg.Client({ connectionString: clone.url });
    await client.connect();
    await client.query('INSERT INTO blob_marks (mark) VALUES ($1)', [mark]);
    await client.end();
  }

  async function command(name: string, databaseUrl = original.settings.databaseUrl ?? '') {
    const { home, blobUrl } = original.settings;
    const output: string[] = [];
    const add = (line: string) => output.push(line);
    const env = { LADING_HOME: home, LADING_DATABASE_URL: databaseUrl, LADING_BLOB_URL: blobUrl };
    const code = await runCommand(
      [name],
      { ...env, LADING_MIN_FREE_SPACE: '0' },
      { say: add, complain: add },
    );
    return { code, output: output.join('\n') };
  }

  it('refuses the start of the copy that does not know the last use, and changes nothing', async () => {
    const running = await start();
    const before = await marks();
    await expect(start(clone.url)).rejects.toThrow(refused);
    expect(await command('check', clone.url)).toMatchObject({ output: expect.stringMatching(refused) });
    expect((await command('check')).output).not.toMatch(refused);
    expect(await marks()).toEqual(before);
    await withStorage(running, () => running.marks.check());
  });

  it('belongs to a moved database without a step, and the original is refused', async () => {
    await start(clone.url);
    await expect(start()).rejects.toThrow(refused);
  });

  it('is shared by the nodes of one cluster', async () => {
    const nodes = [await start(), await start(), await start()];
    for (let round = 0; round < 3; round++)
      for (const node of nodes) {
        await node.marks.renew();
        for (const each of nodes) await each.marks.check();
      }
    await Promise.all(nodes.map((node) => node.marks.renew()));
    for (const node of nodes)
      for (const collect of collections) await withStorage(node, async () => void (await collect()));
    await start();
  });

  it('loses no blob when both run, and belongs to the one that an operator confirms', async () => {
    const running = await start();
    const [mark = ''] = await marks();
    await learn(mark);
    const copied = await start(clone.url);
    const sha256 = await put(running, 'stored by the original');
    expect(running.marks.conflict).toBeUndefined();
    await expect(running.marks.renew()).rejects.toThrow(refused);
    await expect(copied.marks.renew()).rejects.toThrow(refused);
    for (const storage of [running, copied])
      for (const collect of collections)
        await expect(withStorage(storage, collect)).rejects.toMatchObject({
          ...{ status: 409, code: 'BLOB_STORE_SHARED' },
        });
    expect(running.marks.conflict?.message).toMatch(refused);
    expect(await has(running, sha256)).toBe(true);
    await expect(start()).rejects.toThrow(refused);
    await stop(copied);
    expect(await command('adopt-blobs')).toEqual({
      ...{ code: 0, output: expect.stringContaining('belongs to the next server') },
    });
    await running.marks.renew();
    expect(running.marks.conflict).toBeUndefined();
    await expect(start(clone.url)).rejects.toThrow(refused);
  });
});

it('allows garbage collection when a mark cannot be stored, such as on a full disk', async () => {
  const { storage, close } = await testStorage();
  try {
    let text: string | undefined;
    const reports: string[] = [];
    const location = {
      name: 'blob directory /full',
      readMarks: async () => text,
      writeMarks: async (next: string) => {
        if (text !== undefined) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        text = next;
      },
    } as BlobLocation;
    const marks = new BlobMarks(storage[connection].pool, [location], (event) => reports.push(event));
    await marks.claim();
    expect(reports).toEqual([]);
    await marks.renew();
    await marks.check();
    expect(reports).toEqual(['Failed to mark the blob store. The next run retries']);
  } finally {
    await close();
  }
});

it('knows the mark of a node that was stopped for weeks, and forgets it after months', async () => {
  const { storage, close } = await testStorage();
  try {
    const { pool } = storage[connection];
    const nodeOf = () => {
      let text: string | undefined;
      const location = {
        name: 'blob directory of a node',
        readMarks: async () => text,
        writeMarks: async (next: string) => {
          text = next;
        },
      } as BlobLocation;
      return new BlobMarks(pool, [location], () => expect.unreachable());
    };
    const [stopped, running] = [nodeOf(), nodeOf()];
    await stopped.claim();
    await pool.query(`UPDATE blob_marks SET created = now() - interval '89 days'`);
    await pool.query('INSERT INTO blob_marks (mark) SELECT gen_random_uuid() FROM generate_series(1, 4000)');
    await running.claim();
    await stopped.check();
    await pool.query(`UPDATE blob_marks SET created = now() - interval '91 days'`);
    await running.renew();
    const { rows } = await pool.query('SELECT count(*)::int AS left FROM blob_marks');
    expect(rows).toEqual([{ left: 1 }]);
    await running.check();
    await expect(stopped.check()).rejects.toThrow('adopt-blobs');
  } finally {
    await close();
  }
});
