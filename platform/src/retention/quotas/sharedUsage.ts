import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { withLongTimeout } from '../../files/tree/subtree.ts';

/** Rows of a repository from which its changes are merged. */
const mergedFrom = 200;

/** Bytes of files, and of the changes that they contain. */
export interface Usage {
  readonly bytes: number;
  /** Sum of all recorded changes, which nodes without such records leave at 0. */
  readonly changes: number;
}

/** Counts the files of repositories, each with its changes at the same moment. */
export async function countUsage(repositories: readonly string[]): Promise<Map<string, Usage>> {
  const usage = new Map<string, Usage>();
  for (const repo of repositories) {
    const { rows } = await withLongTimeout(() =>
      db().execute<Usage & Record<string, unknown>>(sql`
        SELECT (SELECT coalesce(sum(b.size), 0) FROM files f JOIN blobs b ON b.sha256 = f.sha256
            WHERE f.repo = ${repo})::float8 AS bytes,
          (SELECT coalesce(sum(c.bytes), 0) FROM quota_changes c WHERE c.repo = ${repo})::float8 AS changes`),
    );
    usage.set(repo, rows[0] ?? { bytes: 0, changes: 0 });
  }
  return usage;
}

/** Returns the sum of the changes of repositories, by repository. */
export async function changesOf(repositories: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db().execute<{ repo: string; changes: number }>(sql`
    SELECT repo, sum(bytes)::float8 AS changes FROM quota_changes
    WHERE repo = ANY(${sql.param([...repositories])}::text[]) GROUP BY repo`);
  return new Map(rows.map(({ repo, changes }) => [repo, changes]));
}

/**
 * Records changes in the current transaction. `locked`: quotas that no other transaction of any
 * node changes until this one ends.
 */
export async function recordChanges(
  changes: ReadonlyMap<string, number>,
  locked: readonly string[],
): Promise<void> {
  // In one order, so that two transactions do not wait for each other.
  for (const subject of [...locked].sort())
    await db().execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`storage-quota:${subject}`}, 0))`);
  const rows = [...changes].map(([repo, bytes]) => ({ repo, bytes }));
  await db().execute(sql`
    INSERT INTO quota_changes (repo, bytes)
    SELECT repo, bytes FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (repo text, bytes bigint)`);
}

/** Merges the rows of each repository that has many. Their sums stay the same. */
export async function mergeChanges(): Promise<void> {
  await db().execute(sql`
    WITH merged AS (
      DELETE FROM quota_changes WHERE repo IN (
        SELECT repo FROM quota_changes GROUP BY repo HAVING count(*) > ${mergedFrom})
      RETURNING repo, bytes)
    INSERT INTO quota_changes (repo, bytes) SELECT repo, sum(bytes) FROM merged GROUP BY repo`);
}
