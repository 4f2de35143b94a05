import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

export interface PromotionRow {
  name: string;
  version: string;
  environment: string;
  status: 'COMPLETED' | 'FAILED';
  /** Target repositories, and the number of copied artifacts. */
  repositories: string[];
  artifacts: number;
  /** Empty unless it failed. */
  message: string;
  created: Date;
  createdBy: string;
}

interface RawPromotion extends Record<string, unknown>, Omit<PromotionRow, 'created'> {
  created: number;
}

/**
 * Selects promotions by a condition on `release_bundle_promotions p` and `release_bundles b`,
 * latest first.
 */
export async function promotionsOf(where: SQL, rest: SQL = sql``): Promise<PromotionRow[]> {
  const { rows } = await db().execute<RawPromotion>(sql`
    SELECT b.name, b.version, p.environment, p.status, p.repositories, p.artifacts, p.message, p.created_by AS "createdBy",
      (extract(epoch FROM p.created) * 1000)::float8 AS created
    FROM release_bundle_promotions p JOIN release_bundles b ON b.id = p.bundle_id WHERE ${where} ORDER BY p.id DESC ${rest}`);
  return rows.map((row) => ({ ...row, created: new Date(row.created) }));
}
export interface NewPromotionRow {
  bundleId: string;
  environment: string;
  status: PromotionRow['status'];
  included: readonly string[];
  excluded: readonly string[];
  repositories: readonly string[];
  artifacts: number;
  message: string;
  createdBy: string;
}

/** Records a promotion and returns its time. */
export async function keepPromotion(row: NewPromotionRow): Promise<Date> {
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
  const { rows } = await db().execute<{ created: number }>(sql`
    INSERT INTO release_bundle_promotions
      (bundle_id, environment, status, included, excluded, repositories, artifacts, message, created_by)
    VALUES (${row.bundleId}::bigint, ${row.environment}, ${row.status}, ${list(row.included)}, ${list(row.excluded)},
      ${list(row.repositories)}, ${row.artifacts}, ${row.message}, ${row.createdBy})
    RETURNING (extract(epoch FROM created) * 1000)::float8 AS created`);
  return new Date(rows[0]?.created ?? 0);
}

export async function countPromotions(where: SQL): Promise<number> {
  const { rows } = await db().execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM release_bundle_promotions p JOIN release_bundles b ON b.id = p.bundle_id WHERE ${where}`);
  return rows[0]?.total ?? 0;
}
