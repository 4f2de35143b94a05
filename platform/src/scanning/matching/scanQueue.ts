import { sql } from 'drizzle-orm';
import { afterCommit, db } from '../../database/db.ts';
import { wakeScanner } from './wakeScanner.ts';

/** A version to scan; null: all versions of the package. */
export interface Target extends Record<string, unknown> {
  packageId: string;
  sortKey: string | null;
  version: string | null;
}

/** Queues the packages that these advisories affect, in the current transaction. */
export async function queueAffected(advisories: readonly string[]): Promise<void> {
  const { rowCount } = await db().execute(sql`
    INSERT INTO scan_queue (package_id)
    SELECT DISTINCT s.package_id FROM advisory_ranges r JOIN scanned_packages s ON s.type = r.type AND s.name = r.name
    WHERE r.advisory = ANY(${sql.param([...advisories])}::text[])`);
  if (rowCount) afterCommit(wakeScanner);
}

/** Queues all packages, in the current transaction. */
export async function queueEverything(): Promise<void> {
  await db().execute(sql`UPDATE scan_sweep SET after = 0`);
  afterCommit(wakeScanner);
}

/**
 * Takes targets out of the queue, in the current transaction: a rollback puts them back. `taken` is
 * the number of their queue entries.
 */
export async function takeTargets(most: number): Promise<{ taken: number; targets: Target[] }> {
  const { rows } = await db().execute<Target>(sql`
    DELETE FROM scan_queue WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM scan_queue ORDER BY package_id LIMIT ${most} FOR UPDATE SKIP LOCKED))
    RETURNING package_id::text AS "packageId", sort_key AS "sortKey", version`);
  return { taken: rows.length, targets: withoutDoubles(rows) };
}

/** Takes the next packages of a full scan, in the current transaction. */
export async function takeFromSweep(most: number): Promise<Target[]> {
  const { rows } = await db().execute<{ id: string }>(sql`
    SELECT p.id::text FROM scan_sweep s CROSS JOIN LATERAL (
      SELECT id FROM packages WHERE id > s.after ORDER BY id LIMIT ${most}) p ORDER BY p.id`);
  const last = rows.at(-1)?.id ?? null;
  await db().execute(sql`UPDATE scan_sweep SET after = ${last}::bigint WHERE after IS NOT NULL`);
  return rows.map(({ id }) => ({ packageId: id, sortKey: null, version: null }));
}

/**
 * Returns the number of queued versions and packages, and of packages that a full scan has not
 * reached, each at most `limit`.
 */
export async function waitingScans(limit: number): Promise<{ waiting: number }> {
  const { rows } = await db().execute<{ waiting: number }>(sql`
    SELECT ((SELECT count(*) FROM (SELECT FROM scan_queue LIMIT ${limit}) queued)
      + (SELECT count(*) FROM scan_sweep s CROSS JOIN LATERAL (
          SELECT FROM packages WHERE id > s.after LIMIT ${limit}) swept))::float8 AS waiting`);
  return rows[0] ?? { waiting: 0 };
}

/** Clears the queue while scanning is off: a full scan follows when it is turned on. */
export async function forgetQueue(): Promise<void> {
  const { rowCount } = await db().execute(sql`DELETE FROM scan_queue`);
  if (rowCount) await queueEverything();
}

function withoutDoubles(targets: readonly Target[]): Target[] {
  const whole = new Set(targets.filter(({ version }) => version === null).map(({ packageId }) => packageId));
  const kept = new Map<string, Target>();
  for (const target of targets) {
    const { packageId } = target;
    if (whole.has(packageId)) kept.set(packageId, { packageId, sortKey: null, version: null });
    else kept.set(`${packageId} ${target.sortKey} ${target.version}`, target);
  }
  return [...kept.values()];
}
