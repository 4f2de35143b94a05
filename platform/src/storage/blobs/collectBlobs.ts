import { sql } from 'drizzle-orm';
import { db, transaction } from '../db.ts';
import { blobs } from '../storage.ts';

/** How long bytes that nothing refers to are kept, in seconds: an upload may take its time, and come again. */
const grace = 86_400;

/** Rows of one statement. */
const batch = 200;

/** Removes bytes that nothing refers to any more, and what a crash left without a row; gives how many. */
export async function collectBlobs(graceSeconds = grace): Promise<number> {
  let removed = 0;
  for (let candidates = await unreferenced(graceSeconds); ; candidates = await unreferenced(graceSeconds)) {
    let dropped = 0;
    for (const sha256 of candidates) {
      if (!(await dropRow(sha256, graceSeconds))) continue;
      dropped++;
      await removeBytes(sha256);
    }
    removed += dropped;
    if (candidates.length < batch || dropped === 0) break;
  }
  for await (const sha256 of blobs().storedBefore(new Date(Date.now() - graceSeconds * 1000))) {
    if (await removeBytes(sha256)) removed++;
  }
  return removed;
}

async function unreferenced(graceSeconds: number): Promise<string[]> {
  const { rows } = await db().execute<{ sha256: string }>(sql`
    select b.sha256 from blobs b where ${await spared(graceSeconds)} order by b.touched limit ${batch}`);
  return rows.map(({ sha256 }) => sha256);
}

/** Old enough, and in no column that has a foreign key to it. */
async function spared(graceSeconds: number) {
  const { rows } = await db().execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'blobs'::regclass`);
  const uses = rows.map(({ table, column }) =>
    sql.raw(`and not exists (select 1 from ${table} r where r.${column} = b.sha256)`),
  );
  return sql`b.touched < now() - make_interval(secs => ${graceSeconds}) ${sql.join(uses, sql` `)}`;
}

/** Says whether it went: one that was referred to meanwhile stays. */
async function dropRow(sha256: string, graceSeconds: number): Promise<boolean> {
  try {
    const { rowCount } = await db().execute(
      sql`delete from blobs b where b.sha256 = ${sha256} and ${await spared(graceSeconds)}`,
    );
    return (rowCount ?? 0) > 0;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === '23503') return false;
    throw error;
  }
}

/** Removes bytes without a row. Whoever puts them at this moment waits for the row that stands in, and puts them again. */
async function removeBytes(sha256: string): Promise<boolean> {
  return transaction(async () => {
    const standIn = await db().execute(
      sql`insert into blobs (sha256, sha1, md5, size) values (${sha256}, '', '', 0) on conflict do nothing`,
    );
    if (!standIn.rowCount) return false;
    await blobs().remove(sha256);
    await db().execute(sql`delete from blobs where sha256 = ${sha256}`);
    return true;
  });
}
