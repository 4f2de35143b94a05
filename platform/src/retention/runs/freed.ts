import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { blobReferences, collectThese } from '../../storage/collectBlobs.ts';

const blobsAtOnce = 1000;

/**
 * Returns the bytes that nothing else uses once the selected items of the run are deleted. `due`:
 * of these, bytes past the grace period, which the run frees itself; garbage collection frees the
 * others later.
 */
export async function freeableBytes(run: string): Promise<{ all: number; due: number }> {
  const others = (await blobReferences()).filter(
    ({ table }) => table !== 'files' && !table.startsWith('cleanup_'),
  );
  const conditions = await Promise.all(others.map((each) => unusedIn(run, each)));
  const bytes = { all: 0, due: 0 };
  let after = '';
  for (;;) {
    const { rows } = await db().execute<{ last: string | null; all: number; due: number }>(sql`
      WITH slice AS MATERIALIZED (
        SELECT DISTINCT c.sha256 FROM cleanup_files c JOIN cleanup_items i ON i.run = c.run AND i.number = c.number
        WHERE c.run = ${run}::bigint AND i.state = 'selected' AND c.sha256 > ${after} ORDER BY 1 LIMIT ${blobsAtOnce}
      )
      SELECT (SELECT max(sha256) FROM slice) AS last, coalesce(sum(b.size), 0)::float8 AS all,
        coalesce(sum(b.size) FILTER (WHERE b.touched < now() - interval '1 day'), 0)::float8 AS due
      FROM slice s JOIN blobs b ON b.sha256 = s.sha256
      WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = b.sha256 AND NOT EXISTS (
        SELECT FROM cleanup_files c WHERE c.run = ${run}::bigint AND c.file_id = f.id))
        ${sql.join(conditions, sql` `)}`);
    bytes.all += rows[0]?.all ?? 0;
    bytes.due += rows[0]?.due ?? 0;
    const last = rows[0]?.last ?? null;
    if (last === null) return bytes;
    after = last;
  }
}

/**
 * Returns the condition for a row of another table that uses the blob. Rows of the deleted files
 * don't count: those in the same repository, if no other file there has the content.
 */
async function unusedIn(run: string, { table, column }: { table: string; column: string }) {
  const { rowCount } = await db().execute(sql`
    SELECT FROM pg_attribute WHERE attrelid = ${table}::regclass AND attname = 'repo' AND NOT attisdropped`);
  const row = sql`SELECT FROM ${sql.raw(table)} r WHERE r.${sql.raw(column)} = b.sha256`;
  if (!rowCount) return sql`AND NOT EXISTS (${row})`;
  return sql`AND NOT EXISTS (${row} AND NOT EXISTS (
    SELECT FROM cleanup_files c WHERE c.run = ${run}::bigint AND c.sha256 = b.sha256 AND c.repo = r.repo))`;
}

/**
 * Deletes blobs of the run's deleted files that are unused and past the grace period. Returns the
 * number of bytes.
 */
export async function collectRun(run: string, signal: AbortSignal): Promise<number> {
  let freed = 0;
  let after = '';
  while (!signal.aborted) {
    const { rows } = await db().execute<{ sha256: string }>(sql`
      SELECT DISTINCT c.sha256 FROM cleanup_files c JOIN cleanup_items i ON i.run = c.run AND i.number = c.number
      WHERE c.run = ${run}::bigint AND i.state = 'deleted' AND c.sha256 > ${after} ORDER BY 1 LIMIT ${blobsAtOnce}`);
    const last = rows.at(-1);
    if (!last) break;
    freed += (await collectThese(rows.map(({ sha256 }) => sha256))).bytes;
    after = last.sha256;
  }
  return freed;
}
