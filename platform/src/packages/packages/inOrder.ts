import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { isPrefix, literalPrefix, prefixEnd } from '../search/glob.ts';
import { direction } from '../search/order.ts';
import { prepared } from '../search/prepared.ts';
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
 * How many rows are looked at in the order of the list, over all its parts, before a page is given as it is: names stand in its index, for everything else
 * each row has to be fetched.
 */
export const mostExamined = { byName: 20_000, otherwise: 5000 };
/** Of each part of the index at least, however many there are. */
const leastExamined = 500;

/**
 * A page of the list as its index has it, for as far as it is worth to look. With fewer than `least` found it need not be looked up where
 * looking ended: then the page is capped and has no `stoppedAt`.
 */
export async function inOrder(
  request: ListRequest,
  enough = mostExamined.byName,
  least = 0,
): Promise<ListPage> {
  const { scope, order, first } = request;
  const filtered = residualConditions(request);
  const [type, ...others] = request.filter.packageTypeIn ?? [];
  if (type && !others.length && !filtered.length && oneListing(scope) !== undefined)
    return straight(request, type);
  // Of several parts each has to say how far it was read.
  const needed = type && !others.length && scope.length === 1 && filtered.length ? least : 0;
  const statement = sql`
    WITH page AS MATERIALIZED (
      SELECT page.* FROM ${scopes(request)} CROSS JOIN LATERAL (
        ${filtered.length ? examined(request, filtered, await lookedAt(request, enough), needed) : unfiltered(request)}
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
  // What other repositories have beyond that comes with the next page, so that nothing is passed over.
  const { listed, hasNextPage } = pageOf(rows.slice(0, end + 1), first);
  if (hasNextPage) return { listed, hasNextPage, capped: false, totalCount: null };
  const stoppedAt = { key: stop.key, tie: String(stop.id) };
  return { listed, hasNextPage: true, capped: true, stoppedAt, totalCount: null };
}

/** How many rows of each part. */
async function lookedAt({ filter, scope, order }: ListRequest, enough: number): Promise<number> {
  const others = listingConditions(omit(filter, ['name', ...boundedBy(order)]), scope);
  const most = Math.min(enough, mostExamined[others.length || scope.length > 1 ? 'otherwise' : 'byName']);
  const parts = await countParts(scope, filter.packageTypeIn);
  return parts > 1 ? Math.max(leastExamined, Math.ceil(most / parts)) : most;
}

/**
 * Of so many rows in the order of the list those that match; and where no page is full of them the last one, where the next page begins.
 * It is looked up by itself: to number the rows that are looked at takes as long as to look at them.
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

/** The same where every row matches. */
function unfiltered(request: ListRequest): SQL {
  const { scope, order, first } = request;
  const limit = sql.raw(String(first + 1));
  return sql`
    SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place, false AS last
    FROM package_listings l
    WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all([...bounds(request), ...onePerPackage(scope, order)])}
    ${sorted(order)} LIMIT ${limit}`;
}

/** Of one listing and type, with nothing to look at in vain: what is shown is taken where the place is found. */
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

/** Each repository and type is a part of the index of its own: read side by side, and merged. */
function scopes({ filter, scope }: ListRequest): SQL {
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT DISTINCT repo, type FROM package_counts WHERE repo = ANY(${sql.param(scope)}::text[]) ${typed}) scopes`;
}

/** What the index of the order can tell by itself: the place to go on from, and a range of what it sorts by. */
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

/** What it cannot tell, so that rows are looked at in vain. */
function residualConditions({ filter, scope, order }: ListRequest): SQL[] {
  const { name, ...rest } = omit(filter, boundedBy(order));
  const isTold = name && order.field === 'NAME' && isPrefix(name);
  return listingConditions(name && !isTold ? { name, ...rest } : rest, scope);
}

function prefixBounds({ name }: PackageFilter, order: ListingOrder): SQL[] {
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

function boundedBy({ field }: ListingOrder): readonly (keyof PackageFilter)[] {
  return field === 'CREATED' || field === 'MODIFIED' ? dateBounds[field] : [];
}

function pick(filter: PackageFilter, keys: readonly string[]): PackageFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => keys.includes(key)));
}

function omit(filter: PackageFilter, keys: readonly string[]): PackageFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key)));
}

/** Known without looking when nothing but types is asked for, and no package is counted in two repositories. */
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
