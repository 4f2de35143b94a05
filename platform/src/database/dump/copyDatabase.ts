import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { oldestServer } from '../databaseState.ts';
import type { Shipped } from '../migrate.ts';
import { beginSnapshot, connectForDump, copyOut, type DumpClient, tableStatement } from './DumpClient.ts';
import { dropTables } from './dropTables.ts';
import { loadDump } from './loadDump.ts';
import { migrateUrl } from './migrateUrl.ts';
import { countTables, type DumpedTable, listMigrations, listSequences, listTables } from './tables.ts';

export interface Copied {
  tables: number;
  rows: number;
}

interface Content {
  rows: number;
  sha256: string;
}

/**
 * Tables that the program creates. All other data belongs to the installation, including the states
 * of its jobs.
 */
const leftOut = ['migrations', 'definitions'];

/**
 * Copies one snapshot of a database into an empty one, compares rows and checksums of all tables,
 * and migrates the copy. The source is only read. On failure, the target is left empty.
 */
export async function copyDatabase(
  from: string,
  to: string,
  shipped: Shipped,
  progress: (done: number, total: number) => void,
): Promise<Copied> {
  const source = await connectForDump(from);
  const target = await connectForDump(to);
  let isEmpty = false;
  try {
    await requireUsable(target);
    isEmpty = true;
    await beginSnapshot(source);
    const applied = await listMigrations(source);
    requireKnown(applied, shipped);
    // Without functions and triggers, because they would act on the loaded rows.
    await migrateUrl(to, { migrations: shipped.migrations.filter(({ name }) => applied.includes(name)) });
    const copied = await load(source, target, progress);
    await migrateUrl(to, shipped);
    return copied;
  } catch (error) {
    if (isEmpty) await dropTables(to).catch(() => undefined);
    throw error;
  } finally {
    await source.end().catch(() => undefined);
    await target.end().catch(() => undefined);
  }
}

async function requireUsable(target: DumpClient): Promise<void> {
  const { rows } = await target.query<{ server: string; encoding: string }>(
    "SELECT current_setting('server_version') AS server, current_setting('server_encoding') AS encoding",
  );
  const { server = '', encoding = '' } = rows[0] ?? {};
  if (Number.parseInt(server, 10) < oldestServer)
    throw new Error(`PostgreSQL ${server} is not supported. Version ${oldestServer} or newer is required`);
  if (encoding !== 'UTF8')
    throw new Error(`The target database has the encoding ${encoding}. Create it with the encoding UTF8`);
  if ((await countTables(target)) > 0)
    throw new Error('The target database is not empty. Create an empty database for the server');
}

function requireKnown(applied: readonly string[], shipped: Shipped): void {
  if (applied.length === 0) throw new Error('The database contains no installation. Start the server once');
  const known = new Set(shipped.migrations.map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown === undefined) return;
  if (shipped.former?.is(unknown))
    throw new Error('The database is of an older version of Lading. Start the server once to migrate it');
  throw new Error(
    `The database was migrated by a newer version of Lading, which has ${unknown}. Use that version or a newer one`,
  );
}

async function load(
  source: DumpClient,
  target: DumpClient,
  progress: (done: number, total: number) => void,
): Promise<Copied> {
  const tables = await listTables(source, leftOut);
  const sequences = await listSequences(source);
  const written = new Map<string, Content>();
  await loadDump(
    target,
    {
      ...{ tables, sequences, leftOut },
      async write(table, into) {
        progress(written.size, tables.length * 2);
        written.set(table.name, await contentOf(copyOut(source, tableStatement(table)), into));
      },
    },
    () => compare(target, tables, written, (done) => progress(tables.length + done, tables.length * 2)),
  );
  const rows = [...written.values()].reduce((sum, content) => sum + content.rows, 0);
  return { tables: tables.length, rows };
}

/** Reads all written rows again before the commit, and compares them. */
async function compare(
  target: DumpClient,
  tables: readonly DumpedTable[],
  written: ReadonlyMap<string, Content>,
  progress: (done: number) => void,
): Promise<void> {
  for (const [done, table] of tables.entries()) {
    progress(done);
    const sink = new PassThrough();
    sink.resume();
    const found = await contentOf(copyOut(target, tableStatement(table)), sink);
    const expected = written.get(table.name);
    if (found.rows !== expected?.rows || found.sha256 !== expected.sha256)
      throw new Error(
        `Table ${table.name} differs after the copy: ${expected?.rows} rows with checksum ${expected?.sha256} were read, and ` +
          `${found.rows} rows with checksum ${found.sha256} written`,
      );
  }
}

/** Passes rows through, and returns their number and checksum. */
async function contentOf(
  rows: Readable & { rowCount: number },
  into: NodeJS.WritableStream,
): Promise<Content> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      done(null, bytes);
    },
  });
  await pipeline(rows, hashing, into);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}
