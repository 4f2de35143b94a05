import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { backupLock } from './backupLock.ts';
import { blobs, currentStorage } from './storage.ts';

/** Grace period of unreferenced blobs in seconds, for slow and resumed uploads. */
const gracePeriodSeconds = 86_400;

/** Rows per statement, so that none takes long. */
const batchSize = 5000;

/**
 * Deletes unreferenced blobs, and returns their number. Deletes none during a backup, which may not
 * have copied them yet.
 */
export async function collectBlobs(graceSeconds = gracePeriodSeconds): Promise<number> {
  let removed = 0;
  for await (const _ of deletedBlobs(graceSeconds)) removed++;
  return removed;
}

/** Deletes unreferenced blobs, as `collectBlobs` does, and yields each. */
export async function* deletedBlobs(graceSeconds = gracePeriodSeconds): AsyncGenerator<UnusedBlob> {
  await requireOwnBlobs();
  const unused = await unusedCondition();
  for await (const blob of unusedBlobs(graceSeconds)) {
    if (await collect(blob.sha256, unused, graceSeconds)) yield blob;
  }
}

/** Deletes unreferenced blobs among these, and returns their number and size. */
export async function collectThese(
  sha256s: readonly string[],
  graceSeconds = gracePeriodSeconds,
): Promise<{ count: number; bytes: number }> {
  await requireOwnBlobs();
  const unused = await unusedCondition();
  const { rows } = await db().execute<UnusedBlob & Record<string, unknown>>(sql`
    select b.sha256, b.size::float8 as size from blobs b
    where b.sha256 = any(${sql.param([...sha256s])}::text[]) and ${unused}`);
  const removed = { count: 0, bytes: 0 };
  for (const { sha256, size } of rows) {
    if (!(await collect(sha256, unused, graceSeconds))) continue;
    removed.count++;
    removed.bytes += size;
  }
  return removed;
}

/** Throws `SharedBlobStore` if another copy of this installation uses the blobs. */
export function requireOwnBlobs(): Promise<void> {
  return currentStorage().marks.check();
}

/** Lists tables with a foreign key to `blobs`, and the column, quoted. */
export async function blobReferences(): Promise<{ table: string; column: string }[]> {
  const { rows } = await db().execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'blobs'::regclass order by 1`);
  return rows;
}

export interface UnusedBlob {
  sha256: string;
  /** In bytes. */
  size: number;
}

interface UnusedRow extends UnusedBlob, Record<string, unknown> {
  sha256: string;
  size: number;
  touched: string;
  unused: boolean;
}

/** Lists blobs that `collectBlobs` would delete now, oldest first. */
export async function* unusedBlobs(graceSeconds = gracePeriodSeconds): AsyncGenerator<UnusedBlob> {
  const unused = await unusedCondition();
  let after = { touched: '-infinity', sha256: '' };
  for (;;) {
    const { rows } = await db().execute<UnusedRow>(sql`
      with old as materialized (
        select sha256, touched, size from blobs
        where touched < now() - make_interval(secs => ${graceSeconds})
          and (touched, sha256) > (${after.touched}::timestamptz, ${after.sha256})
        order by touched, sha256 limit ${batchSize})
      select b.sha256, b.touched::text, b.size::float8 as size, ${unused} as unused from old b order by b.touched, b.sha256`);
    for (const { sha256, size, unused: goes } of rows) if (goes) yield { sha256, size };
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last;
  }
}

/**
 * Deletes blob files without a row, which a crash may have left, and returns their number. Scans
 * all files.
 */
export async function sweepBlobs(graceSeconds = gracePeriodSeconds): Promise<number> {
  await requireOwnBlobs();
  let removed = 0;
  const before = graceBegan(graceSeconds);
  for await (const sha256 of blobs().storedBefore(before)) {
    if (await removeBytes(sha256, before)) removed++;
  }
  return removed;
}

/** Returns the condition that no foreign key to `blobs` references the row `b`. */
async function unusedCondition(): Promise<SQL> {
  const uses = (await blobReferences()).map(
    ({ table, column }) => `not exists (select 1 from ${table} r where r.${column} = b.sha256)`,
  );
  return sql.raw(uses.length > 0 ? `(${uses.join(' and ')})` : 'true');
}

/** Deletes a blob. Returns `false` if it was referenced concurrently. */
async function collect(sha256: string, unused: SQL, graceSeconds: number): Promise<boolean> {
  try {
    const { rowCount } = await db().execute(sql`
      delete from blobs b where ${noBackup} and b.sha256 = ${sha256} and ${unused}
        and b.touched < now() - make_interval(secs => ${graceSeconds})`);
    if (!rowCount) return false;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === foreignKeyViolation) return false;
    throw error;
  }
  await removeBytes(sha256, graceBegan(graceSeconds));
  return true;
}

/** Locks for the transaction, so that a backup that begins now waits for its end. */
const noBackup = sql`(select pg_try_advisory_xact_lock_shared(${backupLock}))`;

const foreignKeyViolation = '23503';

function graceBegan(graceSeconds: number): Date {
  return new Date(Date.now() - graceSeconds * 1000);
}

/**
 * Deletes a file without a row, unless it was stored again concurrently. Inserts a temporary row,
 * so that a transaction that writes the row waits, and then checks whether the file still exists.
 */
async function removeBytes(sha256: string, storedBefore: Date): Promise<boolean> {
  return transaction(async () => {
    const { rows } = await db().execute<{ free: boolean }>(sql`select ${noBackup} as free`);
    if (!rows[0]?.free) return false;
    const standIn = await db().execute(
      sql`insert into blobs (sha256, sha1, md5, size) values (${sha256}, '', '', 0) on conflict do nothing`,
    );
    if (!standIn.rowCount) return false;
    const removed = await blobs().remove(sha256, storedBefore);
    await db().execute(sql`delete from blobs where sha256 = ${sha256}`);
    return removed;
  });
}
