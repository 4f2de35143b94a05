import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { beginSnapshot, connectForDump, type DumpClient } from './DumpClient.ts';
import { DumpThread } from './DumpThread.ts';

let database: TestDatabase;
let other: DumpClient;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dump-'));
  database = await emptyDatabase();
  other = await connectForDump(database.url);
  await other.query(
    `CREATE TABLE words AS SELECT n, repeat(md5(n::text), 4) AS word FROM generate_series(1, 20000) n`,
  );
});
afterAll(async () => {
  await other.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Runs work with a thread, and the ID of its process of the database. */
async function within<T>(work: (thread: DumpThread, pid: number) => Promise<T>): Promise<T> {
  const client = await connectForDump(database.url);
  try {
    await beginSnapshot(client);
    let connected = 0;
    const thread = await DumpThread.start({ url: database.url, client }, (pid) => {
      connected = pid;
    });
    try {
      return await work(thread, connected);
    } finally {
      await thread.close();
    }
  } finally {
    await client.end();
  }
}

async function textOf(thread: DumpThread, statement: string): Promise<{ text: string; slices: number }> {
  const slices: Uint8Array[] = [];
  for await (const slice of thread.copy(statement)) slices.push(slice);
  return { text: gunzipSync(Buffer.concat(slices)).toString(), slices: slices.length };
}

it('reads all rows of the snapshot, in slices, and none that were added since', async () => {
  await within(async (thread) => {
    await other.query(`INSERT INTO words VALUES (0, 'added')`);
    const { text, slices } = await textOf(thread, 'SELECT n FROM words ORDER BY n');
    expect(text).toBe(`${Array.from({ length: 20_000 }, (_, at) => at + 1).join('\n')}\n`);
    expect(thread.rowCount).toBe(20_000);
    expect(slices).toBe(1);
    expect((await textOf(thread, 'SELECT * FROM words')).slices).toBeGreaterThan(5);
    expect(await textOf(thread, 'SELECT * FROM words WHERE n < 0')).toEqual({ text: '', slices: 1 });
    expect(thread.rowCount).toBe(0);
  });
});

it('writes a result to a file in the thread, and reports its size and digest', async () => {
  await within(async (thread) => {
    let slices = 0;
    const afterSlice = async () => {
      slices += 1;
    };
    const path = join(directory, 'words.gz');
    const file = { path, syncBytes: 100_000 };
    const written = await thread.copyToFile('SELECT * FROM words WHERE n > 0', file, afterSlice);
    const bytes = await readFile(path);
    expect(written).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    expect(gunzipSync(bytes).toString().split('\n')).toHaveLength(20_001);
    expect([thread.rowCount, (await stat(path)).mode & 0o777]).toEqual([20_000, 0o600]);
    expect(slices).toBeGreaterThan(5);
    const empty = { path: join(directory, 'empty.gz'), syncBytes: 1 };
    await thread.copyToFile('SELECT n FROM words WHERE n < 0', empty, afterSlice);
    expect(gunzipSync(await readFile(empty.path))).toHaveLength(0);
    // An existing file is not replaced.
    await expect(thread.copyToFile('SELECT 1', file, afterSlice)).rejects.toMatchObject({ code: 'EEXIST' });
    const other = { path: join(directory, 'other.gz'), syncBytes: 1 };
    await expect(thread.copyToFile('SELECT unknown', other, afterSlice)).rejects.toThrow('unknown');
  });
});

it('reports an error of a statement, and a lost connection', async () => {
  await within(async (thread, pid) => {
    await expect(textOf(thread, 'SELECT unknown FROM words')).rejects.toThrow('unknown');
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect(textOf(thread, 'SELECT * FROM words')).rejects.toThrow();
  });
});
