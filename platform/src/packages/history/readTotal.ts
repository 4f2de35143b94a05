import type { TotalDownloads } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { isUnlimited, type View } from '../sql/readable.ts';
import { daysUntil, firstDayOf } from './days.ts';
import { countedSince } from './readHistory.ts';

/**
 * Downloads by day of all packages in repositories that the caller can read completely. Checking
 * each version of the others would take too long.
 */
export async function readTotal(days: number, { scope, partial }: View): Promise<TotalDownloads> {
  const from = firstDayOf(days);
  const counts = new Map(
    (isUnlimited(scope)
      ? await countAll(from)
      : await countIn(
          scope.filter((repo) => !partial.has(repo)),
          from,
        )
    ).map(({ day, downloads }) => [day, downloads]),
  );
  return {
    since: await countedSince(),
    from,
    downloads: daysUntil(from).map((day) => counts.get(day) ?? 0),
    incomplete: scope.some((repo) => partial.has(repo)),
  };
}

interface Row extends Record<string, unknown> {
  day: string;
  downloads: number;
}

async function countAll(from: string): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT day::text, sum(downloads)::float8 AS downloads FROM version_downloads
    WHERE day >= ${from} GROUP BY day`);
  return rows;
}

async function countIn(repos: readonly string[], from: string): Promise<Row[]> {
  if (repos.length === 0) return [];
  const { rows } = await db().execute<Row>(sql`
    SELECT d.day::text, sum(d.downloads)::float8 AS downloads
    FROM version_downloads d JOIN versions v ON v.id = d.version_id
    WHERE d.day >= ${from} AND v.repo = ANY(${sql.param(repos)}::text[]) GROUP BY d.day`);
  return rows;
}
