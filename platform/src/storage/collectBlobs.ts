import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { backupLock } from './backupLock.ts';
import { blobs } from './storage.ts';

/** How long bytes that nothing refers to are kept, in seconds: an upload may take its time, and come again. */
const grace = 86_400;

/** Rows that one statement looks at, so that none takes long however many there are. */
const slice = 5000;

/** Removes bytes that nothing refers to any more; gives how many. None during a backup, which may not have copied them yet. */
export async function collectBlobs(graceSeconds = grace): Promise<number> {
  const unused = await unusedCondition();
  let removed = 0;
  for await (const { sha256 } of unusedBlobs(graceSeconds)) {
    if (await collect(sha256, unused, graceSeconds)) removed++;
  }
  return removed;
}

/** Removes those of these blobs that nothing refers to any more; gives how many, and their bytes. */
export async function collectThese(
  sha256s: readonly string[],
  graceSeconds = grace,
): Promise<{ count: number; bytes: number }> {
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

/** Tables with a foreign key to `blobs`, and its column, quoted. */
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

/** What `collectBlobs` would remove now, oldest first. */
export async function* unusedBlobs(graceSeconds = grace): AsyncGenerator<UnusedBlob> {
  const unused = await unusedCondition();
  let after = { touched: '-infinity', sha256: '' };
  for (;;) {
    const { rows } = await db().execute<UnusedRow>(sql`
      with old as materialized (
        select sha256, touched, size from blobs
        where touched < now() - make_interval(secs => ${graceSeconds})
          and (touched, sha256) > (${after.touched}::timestamptz, ${after.sha256})
        order by touched, sha256 limit ${slice})
      select b.sha256, b.touched::text, b.size::float8 as size, ${unused} as unused from old b order by b.touched, b.sha256`);
    for (const { sha256, size, unused: goes } of rows) if (goes) yield { sha256, size };
    const last = rows.at(-1);
    if (!last || rows.length < slice) return;
    after = last;
  }
}

/** Removes bytes that have no row, as a crash may have left them; gives how many. It looks at every file there is. */
export async function sweepBlobs(graceSeconds = grace): Promise<number> {
  let removed = 0;
  const before = graceBegan(graceSeconds);
  for await (const sha256 of blobs().storedBefore(before)) {
    if (await removeBytes(sha256, before)) removed++;
  }
  return removed;
}

/** That no column which has a foreign key to `blobs` names the row `b`. */
async function unusedCondition(): Promise<SQL> {
  const uses = (await blobReferences()).map(
    ({ table, column }) => `not exists (select 1 from ${table} r where r.${column} = b.sha256)`,
  );
  return sql.raw(uses.length > 0 ? `(${uses.join(' and ')})` : 'true');
}

/** Says whether they went: bytes that were referred to meanwhile stay. */
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
 * Removes bytes without a row, unless they were stored again meanwhile. Whoever writes their row at this moment waits for the
 * one that stands in, and then looks whether they are there still.
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
