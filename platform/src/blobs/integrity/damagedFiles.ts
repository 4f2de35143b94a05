import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { DamageReason } from './damageLog.ts';

/** A corrupted or missing blob, with files that contain it. */
export interface DamagedFiles {
  sha256: string;
  reason: DamageReason;
  /** ISO 8601. */
  found: string;
  /** `{repository}/{path}` of up to ten files. */
  files: string[];
}

export async function countDamaged(): Promise<number> {
  const { rows } = await db().execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM damaged_blobs`,
  );
  return rows[0]?.count ?? 0;
}

/** Lists corrupted blobs, newest first. */
export async function listDamaged(limit: number): Promise<DamagedFiles[]> {
  const { rows } = await db().execute<DamagedFiles & Record<string, unknown>>(sql`
    SELECT d.sha256, d.reason, to_char(d.found AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS found,
      ARRAY(SELECT f.repo || '/' || f.path FROM files f WHERE f.sha256 = d.sha256 ORDER BY f.id LIMIT 10) AS files
    FROM damaged_blobs d ORDER BY d.found DESC, d.sha256 LIMIT ${limit}`);
  return rows;
}
