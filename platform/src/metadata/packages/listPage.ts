import type { Package, PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import type { Place } from '../search/cursor.ts';
import { estimate } from '../search/estimate.ts';
import { isPrefix, literalPrefix, prefixEnd } from '../search/glob.ts';
import { beyond, direction } from '../search/order.ts';
import { prepared } from '../search/prepared.ts';
import type { Scope } from '../search/readable.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { listingConditions } from './packageFilter.ts';
import {
  oneListing,
  type PackageRow,
  packageColumns,
  packageNode,
  shownColumns,
  shownOf,
} from './packageNodes.ts';
import { type ListingOrder, listingColumns, rowOf } from './packageOrder.ts';
import { countParts } from './parts.ts';

export interface Listed {
  place: Place;
  node: Package;
}

export interface ListPage {
  listed: Listed[];
  hasNextPage: boolean;
  /** The search stopped before it had looked at everything; it goes on from `stoppedAt`. */
  capped: boolean;
  stoppedAt?: Place;
  totalCount: number | null;
}

export interface ListRequest {
  filter: PackageFilter;
  scope: Scope;
  order: ListingOrder;
  first: number;
  after?: Place;
  /** What is known to be wrong with them is looked up as well. */
  scanned?: boolean;
}

/** Of how many candidates all are looked at; above, the list is read in its order instead. */
export const mostCandidates = 2000;
/** Of how many some are shown, where there are more than that anyway. */
const someCandidates = 1000;
/**
 * How many rows are looked at in the order of the list, over all its parts, before a page is given as it is: names stand in its index, for everything else
 * each row has to be fetched.
 */
export const mostExamined = { byName: 20_000, otherwise: 5000 };
/** Of each part of the index at least, however many there are. */
const leastExamined = 500;

/** A page, from whichever side is shorter: from the candidates, or from the list in its order. */
export async function listPage(request: ListRequest): Promise<ListPage> {
  const { scope, filter, order } = request;
  if (!scope.length) return { listed: [], hasNextPage: false, capped: false, totalCount: 0 };
  const candidates = candidatesOf(filter, scope, order);
  if (!candidates) return inOrder(request);
  const expected = await candidates.estimate();
  if (expected > mostCandidates) {
    const read = await inOrder(request, await worthLooking(request, expected));
    // What was found in the order asked for is better than any of those that match; names are also sorted among those.
    if (!read.capped || (read.listed.length && !candidates.decided)) return read;
    return better(await fromCandidates(request, candidates, someCandidates), read);
  }
  const found = await fromCandidates(request, candidates);
  return found.capped ? better(found, await inOrder(request)) : found;
}

/** At how many rows to look for a page when so many match: twice as many as it takes where those are spread evenly. */
async function worthLooking({ first }: ListRequest, expected: number): Promise<number> {
  const packages = await estimate(sql`SELECT FROM packages`);
  return Math.max(mostCandidates, Math.ceil((2 * (first + 1) * packages) / expected));
}

/** Where a page could not be filled in order, though there are thousands that match: better some of them. */
function better(found: ListPage, read: ListPage): ListPage {
  return !found.capped || (read.capped && found.listed.length) ? found : read;
}

interface Row extends PackageRow {
  id: string | null;
  key: string | number;
  /** Whether it matches; and whether it is where looking ended. */
  hit: boolean;
  last: boolean;
  /** In all: of the candidates looked at, and of those that match; of the list when that is known. */
  candidates: number;
  total: number | null;
}

async function fromCandidates(
  request: ListRequest,
  candidates: Candidates,
  most = mostCandidates,
): Promise<ListPage> {
  const { order, first, after } = request;
  const matches = candidates.decided
    ? sql`SELECT package_id, name_lower AS key, name_lower AS place FROM candidates`
    : sql`SELECT l.package_id, ${order.key} AS key, ${order.column} AS place
        FROM candidates c JOIN package_listings l ON l.package_id = c.package_id
        WHERE ${all(matchConditions(request))}`;
  const { rows } = await db().execute<Row>(sql`
    WITH candidates AS MATERIALIZED (${candidates.query(most + 1)}),
    matches AS MATERIALIZED (${matches}),
    page AS MATERIALIZED (
      SELECT l.package_id AS id, l.key, l.place, true AS hit, false AS last FROM matches l
      WHERE ${all(beyondPlace({ ...order, column: sql`l.place` }, after))}
      ORDER BY l.place ${direction(order)}, l.package_id ${direction(order)} LIMIT ${first + 1}
    )
    SELECT counted.*, shown.* FROM (
      SELECT (SELECT count(*)::integer FROM candidates) AS candidates, (SELECT count(*)::integer FROM matches) AS total
    ) counted LEFT JOIN (${withNodes(request)}) shown ON true
    ORDER BY shown.place ${direction(order)}, shown.row ${direction(order)}`);
  const capped = (rows[0]?.candidates ?? 0) > most;
  return { ...pageOf(rows, first), capped, totalCount: capped ? null : (rows[0]?.total ?? 0) };
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

async function inOrder(request: ListRequest, enough = mostExamined.byName): Promise<ListPage> {
  const { scope, order, first } = request;
  const filtered = residualConditions(request);
  const [type, ...others] = request.filter.packageTypeIn ?? [];
  if (type && !others.length && !filtered.length && oneListing(scope) !== undefined)
    return straight(request, type);
  const statement = sql`
    WITH page AS MATERIALIZED (
      SELECT page.* FROM ${scopes(request)} CROSS JOIN LATERAL (
        ${filtered.length ? examined(request, filtered, await lookedAt(request, enough)) : unfiltered(request)}
      ) page ORDER BY page.place ${direction(order)}, page.id ${direction(order)} LIMIT ${sql.raw(String(first + 1))}
    )
    SELECT counted.*, shown.* FROM (SELECT ${totalOf(request)} AS total) counted LEFT JOIN (${withNodes(request)}) shown ON true
    ORDER BY shown.place ${direction(order)}, shown.row ${direction(order)}`;
  const rows = filtered.length
    ? (await db().execute<Row>(statement)).rows
    : await prepared<Row>(statement, first);
  const page = pageOf(rows, first);
  const end = rows.findIndex(({ last }) => last);
  const stop = rows[end];
  if (!stop) return { ...page, capped: false, totalCount: rows[0]?.total ?? null };
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

/** In the order of the list so many rows and no more: those that match, and the last one, where the next page begins. */
function examined(request: ListRequest, filtered: readonly SQL[], most: number): SQL {
  const { scope, order, first } = request;
  return sql`
    SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place, l.hit IS TRUE AS hit, l.last FROM (
      SELECT l.*, ${all([...filtered, ...onePerPackage(scope, order)])} AS hit, row_number() OVER (${sorted(order)}) = ${most} AS last
      FROM (
        SELECT * FROM package_listings l
        WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))} ${sorted(order)} LIMIT ${most}
      ) l
    ) l WHERE l.hit OR l.last ${sorted(order)} LIMIT ${first + 1}`;
}

/** The same where every row matches. */
function unfiltered(request: ListRequest): SQL {
  const { scope, order, first } = request;
  const limit = sql.raw(String(first + 1));
  return sql`
    SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place, true AS hit, false AS last
    FROM package_listings l
    WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all([...bounds(request), ...onePerPackage(scope, order)])}
    ${sorted(order)} LIMIT ${limit}`;
}

/** Of one listing and type, with nothing to look at in vain: what is shown is taken where the place is found. */
async function straight(request: ListRequest, type: string): Promise<ListPage> {
  const { scope, order, first, scanned = false } = request;
  const statement = sql`
    SELECT counted.*, page.* FROM (SELECT ${totalOf(request)} AS total) counted LEFT JOIN (
      SELECT shown.package_id::text AS id, shown.package_id AS row, shown.place, shown.key, true AS hit, false AS last,
        ${shownColumns(scanned)}
      FROM (
        SELECT l.*, ${order.key} AS key, ${order.column} AS place FROM package_listings l
        WHERE l.repo = ${oneListing(scope)} AND l.type = ${type} AND ${all(bounds(request))}
        ${sorted(order)} LIMIT ${sql.raw(String(first + 1))}
      ) shown
    ) page ON true
    ORDER BY page.place ${direction(order)}, page.row ${direction(order)}`;
  const rows = await prepared<Row>(statement, first);
  return { ...pageOf(rows, first), capped: false, totalCount: rows[0]?.total ?? null };
}

/** The packages of `page` with what is shown of them. */
function withNodes({ scope, scanned = false }: ListRequest): SQL {
  const only = oneListing(scope);
  const place = sql`page.id::text AS id, page.id AS row, page.place, page.key, page.hit, page.last`;
  return only === undefined
    ? sql`SELECT ${place}, ${packageColumns(scanned)} FROM page JOIN packages p ON p.id = page.id ${shownOf(scope)}`
    : sql`SELECT ${place}, ${shownColumns(scanned)}
        FROM page JOIN package_listings shown ON shown.package_id = page.id AND shown.repo = ${only}`;
}

/** Each repository and type is a part of the index of its own: read side by side, and merged. */
function scopes({ filter, scope }: ListRequest): SQL {
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT DISTINCT repo, type FROM package_counts WHERE repo = ANY(${sql.param(scope)}::text[]) ${typed}) scopes`;
}

/** What the index of the order can tell by itself: the place to go on from, and a range of what it sorts by. */
function bounds({ filter, scope, order, after }: ListRequest): SQL[] {
  const bounded = boundedBy(order);
  return [
    ...beyondPlace(order, after),
    ...listingConditions(pick(filter, bounded), scope),
    ...prefixBounds(filter, order),
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

function beyondPlace(order: ListingOrder, after: Place | undefined): SQL[] {
  return beyond(order, sql`l.package_id`, after && { place: after, tie: rowOf(after) });
}

/** With several repositories: the row of a package that comes last of the greatest, so that it is listed once. */
function onePerPackage(scope: Scope, order: ListingOrder): SQL[] {
  if (scope.length < 2) return [];
  const greatest = order.field === 'CREATED' ? sql`<` : sql`>`;
  const column = sql.raw(listingColumns[order.field]);
  return [
    sql`NOT EXISTS (SELECT FROM package_listings o WHERE o.package_id = l.package_id
      AND o.repo = ANY(${sql.param(scope)}::text[]) AND (o.${column}, o.repo) ${greatest} (l.${column}, l.repo))`,
  ];
}

/** Known without looking when nothing but types is asked for, and no package is counted in two repositories. */
function totalOf({ filter, scope }: ListRequest): SQL {
  if (scope.length !== 1 || listingConditions(filter, scope).length || filter.checksum)
    return sql`NULL::float8`;
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT coalesce(sum(packages), 0)::float8 FROM package_counts WHERE repo = ${scope[0]} ${typed})`;
}

function pageOf(rows: readonly Row[], first: number): Pick<ListPage, 'listed' | 'hasNextPage'> {
  const listed = rows.flatMap(({ id, ...row }) =>
    id === null || !row.hit ? [] : [{ place: { key: row.key, tie: id }, node: packageNode(row) }],
  );
  return { listed: listed.slice(0, first), hasNextPage: listed.length > first };
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

const sorted = (order: ListingOrder): SQL =>
  sql`ORDER BY ${order.column} ${direction(order)}, l.package_id ${direction(order)}`;
