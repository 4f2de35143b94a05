import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { beginSnapshot, connectForDump, type DumpClient } from './DumpClient.ts';
import { DumpThread } from './DumpThread.ts';

let database: TestDatabase;
let other: DumpClient;
beforeAll(async () => {
  database = await emptyDatabase();
  other = await connectForDump(database.url);
  await other.query(
    `CREATE TABLE words AS SELECT n, repeat(md5(n::text), 4) AS word FROM generate_series(1, 20000) n`,
  );
});
afterAll(async () => {
  await other.end();
  await database.drop();
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

it('reports an error of a statement, and a lost connection', async () => {
  await within(async (thread, pid) => {
    await expect(textOf(thread, 'SELECT unknown FROM words')).rejects.toThrow('unknown');
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect(textOf(thread, 'SELECT * FROM words')).rejects.toThrow();
  });
});
