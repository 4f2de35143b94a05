import type { AnalyticsCount, AnalyticsEvent } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/**
 * Different events of one day. Further ones are counted as one, so that plugins with changing names
 * fill no table.
 */
const maxPerDay = 500;
const OTHER = 'other';

/** Adds events to the counts of today: one statement, whatever their number. */
export async function addEvents(events: readonly AnalyticsEvent[]): Promise<void> {
  const rows = events.map((each) => ({
    event: each.event,
    detail: 'data' in each ? detailOf(each.data) : '',
    count: each.count,
    sessions: each.first ? 1 : 0,
  }));
  // In the order of the key, so that two requests never wait for each other.
  await db().execute(sql`
    WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day),
    given AS (
      SELECT today.day, r.*, k.event IS NOT NULL
        OR (SELECT count(*) FROM analytics_counts a WHERE a.day = today.day) < ${maxPerDay} AS listed
      FROM today, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r (event text, detail text, count bigint, sessions bigint)
      LEFT JOIN analytics_counts k ON k.day = (now() AT TIME ZONE 'UTC')::date
        AND k.event = r.event AND k.detail = r.detail
    )
    INSERT INTO analytics_counts AS c (day, event, detail, count, sessions)
    SELECT day, CASE WHEN listed THEN event ELSE ${OTHER} END, CASE WHEN listed THEN detail ELSE '' END,
      sum(count), sum(sessions)
    FROM given GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, event, detail) DO UPDATE SET
      count = c.count + EXCLUDED.count, sessions = c.sessions + EXCLUDED.sessions`);
}

/** Returns the counts of the last days, today included, newest day first. */
export async function readCounts(days: number): Promise<AnalyticsCount[]> {
  const { rows } = await db().execute<AnalyticsCount>(sql`
    SELECT day::text AS day, event, detail, least(count, 2000000000)::integer AS count,
      least(sessions, 2000000000)::integer AS sessions
    FROM analytics_counts WHERE day > (now() AT TIME ZONE 'UTC')::date - ${days}::integer
    ORDER BY analytics_counts.day DESC, count DESC, event, detail`);
  return rows;
}

/** Deletes all counts, or those of before the last `days`. Returns their number. */
export async function deleteCounts(days = 0): Promise<number> {
  const older = days === 0 ? sql`true` : sql`day <= (now() AT TIME ZONE 'UTC')::date - ${days}::integer`;
  const { rowCount } = await db().execute(sql`DELETE FROM analytics_counts WHERE ${older}`);
  return rowCount ?? 0;
}

export async function hasCountsBefore(days: number): Promise<boolean> {
  const { rows } = await db().execute(
    sql`SELECT FROM analytics_counts WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${days}::integer LIMIT 1`,
  );
  return rows.length > 0;
}

function detailOf(data: object): string {
  return Object.entries(data)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}
