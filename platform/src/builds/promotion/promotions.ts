import type { BuildPromotion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Maximum listed promotions of a run. */
const most = 100;

interface Row extends Record<string, unknown> {
  status: string;
  comment: string;
  repository: string | null;
  copied: boolean | null;
  files: number;
  user: string;
  ciUser: string;
  timestamp: string;
}

/** Lists promotions, newest first. */
export async function promotionsOf(buildId: string): Promise<BuildPromotion[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT status, comment, repository, copied, files, by_user AS "user", ci_user AS "ciUser",
      to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS timestamp
    FROM build_promotions WHERE build_id = ${buildId} ORDER BY id DESC LIMIT ${most}`);
  return rows.map(({ repository, copied, ...row }) => ({
    ...row,
    ...(repository === null ? {} : { repository }),
    ...(copied === null ? {} : { copied }),
  }));
}

/** Stores a promotion. Default of `timestamp`: now. */
export async function keepPromotion(
  buildId: string,
  {
    status,
    comment,
    repository,
    copied,
    files,
    user,
    ciUser,
    timestamp,
  }: Omit<BuildPromotion, 'timestamp'> & {
    timestamp?: string;
  },
): Promise<void> {
  await db().execute(sql`
    INSERT INTO build_promotions (build_id, status, comment, repository, copied, files, ci_user, by_user, created)
    VALUES (${buildId}, ${status}, ${comment}, ${repository ?? null}, ${copied ?? null}::boolean, ${files}, ${ciUser}, ${user},
      coalesce(${timestamp ?? null}::timestamptz, now()))`);
}
