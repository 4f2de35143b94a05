import type { DownloadHistory, VersionDownloads } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { PackageKey } from '../list/packageId.ts';
import { isUnlimited, type View } from '../sql/readable.ts';
import { daysUntil, firstDayOf } from './days.ts';

/** Maximum versions with downloads per response. */
const maxVersions = 1000;

interface Asked {
  of: PackageKey;
  /** One version; absent: all. */
  version?: string;
  /** Length of the period in days, up to today. */
  days: number;
}

/**
 * Downloads by day of a package, or of one of its versions, in repositories that the caller can
 * read.
 */
export async function readHistory(asked: Asked, view: View): Promise<DownloadHistory> {
  const from = firstDayOf(asked.days);
  const ids = await readableVersions(asked, view, from);
  const { rows } = await db().execute<{ day: string; downloads: number }>(sql`
    SELECT day::text, sum(downloads)::float8 AS downloads FROM version_downloads
    WHERE version_id = ANY(${sql.param(ids)}::bigint[]) AND day >= ${from} GROUP BY day`);
  const counts = new Map(rows.map(({ day, downloads }) => [day, downloads]));
  const days = daysUntil(from);
  return { since: await countedSince(), from, downloads: days.map((day) => counts.get(day) ?? 0) };
}

/** Downloads by day of each version that was downloaded. */
export async function readVersionHistory(asked: Asked, view: View): Promise<VersionDownloads> {
  const from = firstDayOf(asked.days);
  const ids = await readableVersions(asked, view, from);
  const { rows } = await db().execute<{ name: string; days: Record<string, number> }>(sql`
    SELECT name, jsonb_object_agg(day, downloads) AS days FROM (
      SELECT v.name, d.day, sum(d.downloads) AS downloads
      FROM version_downloads d JOIN versions v ON v.id = d.version_id
      WHERE d.version_id = ANY(${sql.param(ids)}::bigint[]) AND d.day >= ${from} GROUP BY v.name, d.day
    ) each GROUP BY name ORDER BY sum(downloads) DESC, name LIMIT ${maxVersions}`);
  const days = daysUntil(from);
  const versions = rows.map(({ name, days: counts }) => ({
    version: name,
    downloads: days.map((day) => counts[day] ?? 0),
  }));
  return { since: await countedSince(), from, versions };
}

/**
 * Returns the row IDs of versions with downloads. In partially readable repositories, each version
 * is checked.
 */
async function readableVersions({ of, version }: Asked, view: View, from: string): Promise<string[]> {
  const inScope = isUnlimited(view.scope) ? sql`true` : sql`v.repo = ANY(${sql.param(view.scope)}::text[])`;
  const { rows } = await db().execute<{ id: string; repo: string; path: string }>(sql`
    SELECT v.id::text, v.repo, v.lead_path AS path FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${of.type} AND p.name = ${of.name} AND ${inScope}
      AND ${version === undefined ? sql`true` : sql`v.name = ${version}`}
      AND EXISTS (SELECT FROM version_downloads d WHERE d.version_id = v.id AND d.day >= ${from})`);
  const ids: string[] = [];
  for (const { id, repo, path } of rows)
    if (!view.partial.has(repo) || (await view.mayRead(repo, path))) ids.push(id);
  return ids;
}

/** The first day (UTC) on which this installation counted downloads by day. */
export async function countedSince(): Promise<string> {
  const { rows } = await db().execute<{ since: string }>(sql`SELECT since::text FROM download_history`);
  return rows[0]?.since ?? firstDayOf(1);
}
