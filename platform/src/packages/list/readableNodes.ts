import type { Package } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Scope } from '../sql/readable.ts';
import { byChecksum } from './candidates.ts';
import { maxCandidates } from './fromCandidates.ts';
import type { ListRequest } from './listRequest.ts';
import { listingConditions } from './packageFilter.ts';
import { type PackageRow, packageColumns, packageNode, shownOf } from './packageNodes.ts';
import { all } from './pageRows.ts';

/**
 * Summarizes each package, by row ID, over the repositories given for it. Excludes packages that
 * match the filter in none of them.
 */
export async function readableNodes(
  request: Pick<ListRequest, 'filter' | 'scans'>,
  packages: ReadonlyMap<string, Scope>,
): Promise<Map<string, Package>> {
  const parts = new Map<string, { scope: Scope; rows: string[] }>();
  for (const [row, scope] of packages) {
    const key = scope.join('/');
    const part = parts.get(key) ?? { scope, rows: [] };
    parts.set(key, part);
    part.rows.push(row);
  }
  const found = new Map<string, Package>();
  for (const { scope, rows } of parts.values())
    for (const [row, node] of await nodesIn(scope, rows, request)) found.set(row, node);
  return found;
}

async function nodesIn(
  scope: Scope,
  packages: readonly string[],
  { filter, scans }: Pick<ListRequest, 'filter' | 'scans'>,
): Promise<[string, Package][]> {
  const { checksum } = filter;
  const holds = checksum ? sql`AND p.id IN (${byChecksum(checksum, scope)(maxCandidates)})` : sql``;
  const { rows } = await db().execute<PackageRow & { id: string }>(sql`
    SELECT p.id::text AS id, ${packageColumns(scans)} FROM packages p ${shownOf(scope)}
    WHERE p.id = ANY(${sql.param(packages)}::bigint[]) ${holds} AND EXISTS (
      SELECT FROM package_listings l WHERE l.package_id = p.id AND l.repo = ANY(${sql.param(scope)}::text[])
        AND ${all(listingConditions(filter, scope))})`);
  return rows.map(({ id, ...row }) => [id, packageNode(row as PackageRow)]);
}
