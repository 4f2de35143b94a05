import type { VersionFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Place } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { type ScanRow, type Scans, scanColumn } from '../scans.ts';
import { beyond, direction, type Order } from '../sql/order.ts';
import { isUnlimited, type View } from '../sql/readable.ts';
import { versionConditions } from './versionFilter.ts';

/** A version over all repositories of the scope. */
export interface VersionRow extends Record<string, unknown> {
  name: string;
  /** IDs of its rows, one per repository. */
  ids: string[];
  created: number;
  modified: number;
  /** Bytes. */
  size: number;
  downloads: number;
  licenses: string[];
  deprecated: string | null;
  scan: ScanRow;
  key: string | number;
}

export interface VersionRequest {
  packageRow: string;
  packageType: string;
  scans: Scans;
  filter: VersionFilter;
  view: View;
  order: Order;
  first: number;
  after?: Place;
}

/** Returns one more version than requested if there are more. */
export async function versionPage({
  packageRow,
  packageType,
  scans,
  filter,
  view,
  order,
  first,
  after,
}: VersionRequest): Promise<VersionRow[]> {
  const grouped = order.list[1] !== 'NAME' && order.list[1] !== 'NAME_SEMVER';
  const place = beyond(order, sql`v.name`, after && { place: after, tie: sql`${after.tie}` });
  const hidden = await hiddenVersions(view, packageRow);
  const rows = [
    sql`v.package_id = ${packageRow}`,
    ...(isUnlimited(view.scope) ? [] : [sql`v.repo = ANY(${sql.param(view.scope)}::text[])`]),
    ...(hidden.length ? [sql`v.id <> ALL(${sql.param(hidden)}::bigint[])`] : []),
    ...versionConditions(filter),
    ...(grouped ? [] : place),
  ];
  const result = await db().execute<VersionRow>(sql`
    SELECT v.name, array_agg(v.id::text ORDER BY v.repo) AS ids,
      (extract(epoch FROM min(v.created)) * 1000)::float8 AS created,
      (extract(epoch FROM max(v.modified)) * 1000)::float8 AS modified,
      max(v.size)::float8 AS size, sum(v.downloads)::float8 AS downloads,
      (jsonb_agg(to_jsonb(v.licenses) ORDER BY v.repo))->0 AS licenses, min(v.deprecated) AS deprecated,
      ${scanColumn({ packageId: sql`${packageRow}::bigint`, version: sql`v.name`, type: sql`${packageType}::text` }, scans)},
      ${order.key} AS key
    FROM versions v WHERE ${sql.join(rows, sql` AND `)}
    GROUP BY v.sort_key, v.name ${having(grouped ? place : [])}
    ORDER BY ${order.column} ${direction(order)}, v.name ${direction(order)} LIMIT ${first + 1}`);
  return result.rows;
}

/** Rows whose lead file the caller cannot read, in partially readable repositories. */
async function hiddenVersions({ scope, partial, mayRead }: View, packageRow: string): Promise<string[]> {
  const repos = scope.filter((repo) => partial.has(repo));
  if (!repos.length) return [];
  const result = await db().execute<{ id: string; repo: string; path: string }>(sql`
    SELECT id::text, repo, lead_path AS path FROM versions
    WHERE package_id = ${packageRow} AND repo = ANY(${sql.param(repos)}::text[])`);
  const hidden: string[] = [];
  for (const { id, repo, path } of result.rows) if (!(await mayRead(repo, path))) hidden.push(id);
  return hidden;
}

function having([condition]: readonly SQL[]): SQL {
  return condition ? sql`HAVING ${condition}` : sql``;
}
