import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Candidates } from '../search/Candidates.ts';
import { foundBy } from '../search/Matching.ts';
import { direction } from '../sql/order.ts';
import type { ListPage, ListRequest } from './listRequest.ts';
import { listingConditions } from './packageFilter.ts';
import {
  all,
  beyondPlace,
  listable,
  onePerPackage,
  type PackedRows,
  packed,
  pageOf,
  withNodes,
} from './pageRows.ts';

/** Maximum candidates to check; with more, the list is read in its order instead. */
export const maxCandidates = 2000;
/** Returns a page of the matching candidates. Checks each candidate. */
export async function fromCandidates(
  request: ListRequest,
  candidates: Candidates,
  most = maxCandidates,
): Promise<ListPage> {
  const { order, first, after } = request;
  const unlisted = listable(request, sql`c.package_id`);
  const matches = candidates.decided
    ? sql`SELECT package_id, name_lower AS key, name_lower AS place FROM candidates c
        WHERE ${all(unlisted)}`
    : sql`SELECT l.package_id, ${order.key} AS key, ${order.column} AS place
        FROM candidates c JOIN package_listings l ON l.package_id = c.package_id
        WHERE ${all([...unlisted, ...matchConditions({ ...request, filter: foundBy(candidates, request.filter) })])}`;
  const { rows } = await db().execute<PackedRows & { candidates: number }>(sql`
    WITH candidates AS MATERIALIZED (${await candidates.query(most + 1)}),
    matches AS MATERIALIZED (${matches}),
    page AS MATERIALIZED (
      SELECT l.package_id AS id, l.key, l.place, false AS last FROM matches l
      WHERE ${all(beyondPlace({ ...order, column: sql`l.place` }, after))}
      ORDER BY l.place ${direction(order)}, l.package_id ${direction(order)} LIMIT ${first + 1}
    )
    SELECT (SELECT count(*)::integer FROM candidates) AS candidates, (SELECT count(*)::integer FROM matches) AS total,
      ${packed(withNodes(request))} AS rows`);
  const [found] = rows;
  const capped = (found?.candidates ?? 0) > most;
  return { ...pageOf(found?.rows ?? [], first), capped, totalCount: capped ? null : (found?.total ?? 0) };
}

function matchConditions({ filter, scope, order }: ListRequest): SQL[] {
  const { packageTypeIn: types } = filter;
  return [
    sql`l.repo = ANY(${sql.param(scope)}::text[])`,
    ...(types?.length ? [sql`l.type = ANY(${sql.param(types)}::text[])`] : []),
    ...listingConditions(filter, scope),
    ...onePerPackage(scope, order),
  ];
}
