import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { needsOnlyNames, type SearchFilter } from '../search/Matching.ts';
import { isPrefix, literalPrefix, prefixEnd } from '../sql/glob.ts';
import { direction } from '../sql/order.ts';
import { prepared } from '../sql/prepared.ts';
import type { ListPage, ListRequest } from './listRequest.ts';
import { listingConditions } from './packageFilter.ts';
import { oneListing, shownColumns } from './packageNodes.ts';
import type { ListingOrder } from './packageOrder.ts';
import {
  all,
  beyondPlace,
  inPage,
  listable,
  onePerPackage,
  type PackedRows,
  packed,
  pageOf,
  withNodes,
} from './pageRows.ts';
import { countParts } from './parts.ts';

/**
 * Maximum rows to examine in list order, over all index parts, before an incomplete page is
 * returned. The index contains the names; all other conditions require fetching each row.
 */
export const maxExamined = { byName: 20_000, otherwise: 5000 };
/** Minimum rows per index part, regardless of the number of parts. */
const minExamined = 500;

/**
 * Returns a page in the order of the index, examining a limited number of rows. With fewer than
 * `least` matches, the position where the search stopped isn't looked up: the page is capped and
 * has no `stoppedAt`.
 */
export async function inOrder(
  request: ListRequest,
  enough = maxExamined.byName,
  least = 0,
): Promise<ListPage> {
  const { scope, order, first } = request;
  const filtered = residualConditions(request);
  const [type, ...others] = request.filter.packageTypeIn ?? [];
  if (type && !others.length && !filtered.length && oneListing(scope) !== undefined)
    return straight(request, type);
  // With several parts, each part must report how far it was read.
  const needed = type && !others.length && scope.length === 1 && filtered.length ? least : 0;
  const statement = sql`
    WITH page AS MATERIALIZED (
      SELECT page.* FROM ${scopes(request)} CROSS JOIN LATERAL (
        ${filtered.length ? examined(request, filtered, await examinedPerPart(request, enough), needed) : unfiltered(request)}
      ) page ${inPage(order)} LIMIT ${sql.raw(String(first + 1))}
    )
    SELECT ${totalOf(request)} AS total, ${packed(withNodes(request))} AS rows`;
  const [found] = filtered.length
    ? (await db().execute<PackedRows>(statement)).rows
    : await prepared<PackedRows>(statement, first);
  const rows = found?.rows ?? [];
  const page = pageOf(rows, first);
  if (rows.length < needed) return { ...page, hasNextPage: true, capped: true, totalCount: null };
  const end = rows.findIndex(({ last }) => last);
  const stop = rows[end];
  if (!stop) return { ...page, capped: false, totalCount: found?.total ?? null };
  // Rows of other repositories after that position are part of the next page, so none is skipped.
  const { listed, hasNextPage } = pageOf(rows.slice(0, end + 1), first);
  if (hasNextPage) return { listed, hasNextPage, capped: false, totalCount: null };
  const stoppedAt = { key: stop.key, tie: String(stop.id) };
  return { listed, hasNextPage: true, capped: true, stoppedAt, totalCount: null };
}

/** Returns the number of rows to examine per index part. */
async function examinedPerPart({ filter, scope, order }: ListRequest, enough: number): Promise<number> {
  const named = filter.matching && needsOnlyNames(filter.matching) ? (['matching'] as const) : [];
  const others = listingConditions(omit(filter, ['name', ...named, ...boundedBy(order)]), scope);
  const most = Math.min(enough, maxExamined[others.length || scope.length > 1 ? 'otherwise' : 'byName']);
  const parts = await countParts(scope, filter.packageTypeIn);
  return parts > 1 ? Math.max(minExamined, Math.ceil(most / parts)) : most;
}

/**
 * Selects the matches among the first `most` rows in list order. If they don't fill the page, also
 * selects the last examined row, where the next page begins. A separate lookup finds that row:
 * numbering the examined rows would take as long as examining them.
 */
function examined(request: ListRequest, filtered: readonly SQL[], most: number, least: number): SQL {
  const { scope, order, first } = request;
  const part = sql`l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))}`;
  const place = sql`l.package_id AS id, ${order.key} AS key, ${order.column} AS place`;
  return sql`
    WITH hits AS MATERIALIZED (
      SELECT ${place} FROM (SELECT * FROM package_listings l WHERE ${part} ${sorted(order)} LIMIT ${most}) l
      WHERE ${all([...filtered, ...onePerPackage(scope, order)])} ${sorted(order)} LIMIT ${first + 1}
    )
    SELECT hits.*, false AS last FROM hits UNION ALL (
      SELECT ${place}, true AS last FROM package_listings l
      WHERE ${part} AND (SELECT count(*) FROM hits) BETWEEN ${least} AND ${first} ${sorted(order)} OFFSET ${most - 1} LIMIT 1
    )`;
}

/** Like `examined`, for requests where every row matches. */
function unfiltered(request: ListRequest): SQL {
  const { scope, order, first } = request;
  const limit = sql.raw(String(first + 1));
  return sql`
    SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place, false AS last
    FROM package_listings l
    WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all([...bounds(request), ...onePerPackage(scope, order)])}
    ${sorted(order)} LIMIT ${limit}`;
}

/**
 * Reads one listing and type without residual conditions. Needs no second lookup for the columns.
 */
async function straight(request: ListRequest, type: string): Promise<ListPage> {
  const { scope, order, first, scans } = request;
  const statement = sql`
    SELECT ${totalOf(request)} AS total, ${packed(sql`
      SELECT shown.package_id::text AS id, shown.key, ${shownColumns(scans)} FROM (
        SELECT l.*, ${order.key} AS key, ${order.column} AS place FROM package_listings l
        WHERE l.repo = ${oneListing(scope)} AND l.type = ${type} AND ${all(bounds(request))}
        ${sorted(order)} LIMIT ${sql.raw(String(first + 1))}
      ) shown ORDER BY shown.place ${direction(order)}, shown.package_id ${direction(order)}`)} AS rows`;
  const [found] = await prepared<PackedRows>(statement, first);
  return { ...pageOf(found?.rows ?? [], first), capped: false, totalCount: found?.total ?? null };
}

/** Selects the index parts, one per repository and type. They are read in parallel and merged. */
function scopes({ filter, scope }: ListRequest): SQL {
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT DISTINCT repo, type FROM package_counts WHERE repo = ANY(${sql.param(scope)}::text[]) ${typed}) scopes`;
}

/**
 * Conditions that the index of the order can answer: the start position, and a range of the sort
 * column.
 */
function bounds(request: ListRequest): SQL[] {
  const { filter, scope, order, after } = request;
  const bounded = boundedBy(order);
  return [
    ...beyondPlace(order, after),
    ...listingConditions(pick(filter, bounded), scope),
    ...prefixBounds(filter, order),
    ...listable(request, sql`l.package_id`),
  ];
}

/** Conditions that the index can't answer and each row is examined for. */
function residualConditions({ filter, scope, order }: ListRequest): SQL[] {
  const { name, ...rest } = omit(filter, boundedBy(order));
  const isBounded = name && order.field === 'NAME' && isPrefix(name);
  return listingConditions(name && !isBounded ? { name, ...rest } : rest, scope);
}

function prefixBounds({ name }: SearchFilter, order: ListingOrder): SQL[] {
  if (!name || order.field !== 'NAME') return [];
  const { prefix, exact } = literalPrefix(name);
  if (exact) return [sql`l.name_lower = ${prefix}`];
  const end = prefixEnd(prefix);
  return prefix && end !== undefined ? [sql`l.name_lower >= ${prefix}`, sql`l.name_lower < ${end}`] : [];
}

const dateBounds = {
  CREATED: ['createdMin', 'createdMax'],
  MODIFIED: ['modifiedMin', 'modifiedMax'],
} as const;

function boundedBy({ field }: ListingOrder): readonly (keyof SearchFilter)[] {
  return field === 'CREATED' || field === 'MODIFIED' ? dateBounds[field] : [];
}

function pick(filter: SearchFilter, keys: readonly string[]): SearchFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => keys.includes(key)));
}

function omit(filter: SearchFilter, keys: readonly string[]): SearchFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key)));
}

/**
 * Known without reading rows if the filter has only types, and no package is counted in two
 * repositories.
 */
function totalOf({ filter, scope, without = [] }: ListRequest): SQL {
  if (scope.length !== 1 || listingConditions(filter, scope).length || filter.checksum)
    return sql`NULL::float8`;
  const types = filter.packageTypeIn;
  const typed = types?.length ? sql`AND type = ANY(${sql.param(types)}::text[])` : sql``;
  const unlisted = without.filter(({ type }) => !types?.length || types.includes(type)).length;
  return sql`(SELECT coalesce(sum(packages), 0)::float8 - ${unlisted}::float8 FROM package_counts WHERE repo = ${scope[0]} ${typed})`;
}

const sorted = (order: ListingOrder): SQL =>
  sql`ORDER BY ${order.column} ${direction(order)}, l.package_id ${direction(order)}`;
