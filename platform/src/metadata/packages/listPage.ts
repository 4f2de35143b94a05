import type { Package, PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import type { Place } from '../search/cursor.ts';
import { isPrefix, literalPrefix, prefixEnd } from '../search/glob.ts';
import { beyond, direction } from '../search/order.ts';
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
import { comparePlaces, type ListingOrder, listingColumns, rowOf } from './packageOrder.ts';

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
}

/** Of how many candidates all are looked at; above, the list is read in its order instead. */
export const mostCandidates = 2000;
/** How many rows are looked at in the order of the list before a page is given as it is. */
export const mostExamined = 20_000;

/** A page, from whichever side is shorter: from the candidates, or from the list in its order. */
export async function listPage(request: ListRequest): Promise<ListPage> {
  const { scope, filter, order } = request;
  if (!scope.length) return { listed: [], hasNextPage: false, capped: false, totalCount: 0 };
  const candidates = candidatesOf(filter, scope, order);
  if (!candidates) return inOrder(request);
  if ((await candidates.estimate()) > mostCandidates) {
    const read = await inOrder(request);
    if (!read.capped) return read;
    return better(await fromCandidates(request, candidates), read);
  }
  const found = await fromCandidates(request, candidates);
  return found.capped ? better(found, await inOrder(request)) : found;
}

/** Where a page could not be filled in order, though there are thousands that match: better some of them. */
function better(found: ListPage, read: ListPage): ListPage {
  return !found.capped || (read.capped && found.listed.length) ? found : read;
}

interface Row extends PackageRow {
  id: string | null;
  key: string | number;
  /** In all: of the candidates looked at, and of those that match; of the list when that is known. */
  candidates: number;
  total: number | null;
}

async function fromCandidates(request: ListRequest, candidates: Candidates): Promise<ListPage> {
  const { scope, order, first, after } = request;
  const matches = candidates.decided
    ? sql`SELECT package_id, name_lower AS key, name_lower AS place FROM candidates`
    : sql`SELECT l.package_id, ${order.key} AS key, ${order.column} AS place
        FROM candidates c JOIN package_listings l ON l.package_id = c.package_id
        WHERE ${all(matchConditions(request))}`;
  const { rows } = await db().execute<Row>(sql`
    WITH candidates AS MATERIALIZED (${candidates.query(mostCandidates + 1)}),
    matches AS MATERIALIZED (${matches}),
    page AS MATERIALIZED (
      SELECT l.package_id AS id, l.key, l.place FROM matches l
      WHERE ${all(beyondPlace({ ...order, column: sql`l.place` }, after))}
      ORDER BY l.place ${direction(order)}, l.package_id ${direction(order)} LIMIT ${first + 1}
    )
    SELECT counted.*, shown.* FROM (
      SELECT (SELECT count(*)::integer FROM candidates) AS candidates, (SELECT count(*)::integer FROM matches) AS total
    ) counted LEFT JOIN (${withNodes(scope)}) shown ON true
    ORDER BY shown.place ${direction(order)}, shown.row ${direction(order)}`);
  const capped = (rows[0]?.candidates ?? 0) > mostCandidates;
  return { ...pageOf(rows, first), capped, totalCount: capped ? null : (rows[0]?.total ?? 0) };
}

function matchConditions({ filter, scope, order }: ListRequest): SQL[] {
  const { packageTypeIn: types } = filter;
  return [
    sql`l.repo = ANY(${sql.param(scope)}::text[])`,
    ...(types?.length ? [sql`l.type = ANY(${sql.param(types)}::text[])`] : []),
    ...listingConditions(filter),
    ...onePerPackage(scope, order),
  ];
}

async function inOrder(request: ListRequest): Promise<ListPage> {
  const { filter, scope, order, first } = request;
  const filtered = residualConditions(request);
  if (!filtered.length && oneListing(scope) !== undefined) return straight(request);
  const examined = filtered.length ? sql`LIMIT ${mostExamined}` : sql``;
  const { rows } = await db().execute<Row>(sql`
    WITH page AS MATERIALIZED (
      SELECT page.* FROM ${scopes(request)} CROSS JOIN LATERAL (
        SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place FROM (
          SELECT * FROM package_listings l
          WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))} ${sorted(order)} ${examined}
        ) l WHERE ${all([...filtered, ...onePerPackage(scope, order)])} ${sorted(order)} LIMIT ${first + 1}
      ) page ORDER BY page.place ${direction(order)}, page.id ${direction(order)} LIMIT ${first + 1}
    )
    SELECT counted.*, shown.* FROM (SELECT ${totalOf(request)} AS total) counted LEFT JOIN (${withNodes(scope)}) shown ON true
    ORDER BY shown.place ${direction(order)}, shown.row ${direction(order)}`);
  const page = pageOf(rows, first);
  const oneIndex = scope.length === 1 && filter.packageTypeIn?.length === 1;
  const complete = !filtered.length || (oneIndex && page.hasNextPage);
  const stoppedAt = complete ? undefined : await endOfExamined(request);
  if (!stoppedAt) return { ...page, capped: false, totalCount: rows[0]?.total ?? null };
  const listed = page.listed.filter(({ place }) => comparePlaces(order, place, stoppedAt) <= 0);
  if (page.hasNextPage && listed.length === page.listed.length)
    return { ...page, capped: false, totalCount: null };
  return { listed, hasNextPage: true, capped: true, stoppedAt, totalCount: null };
}

/** Of one listing, with nothing to look at in vain: what is shown is taken where the place is found. */
async function straight(request: ListRequest): Promise<ListPage> {
  const { order, first } = request;
  const { rows } = await db().execute<Row>(sql`
    WITH shown AS MATERIALIZED (
      SELECT listed.* FROM ${scopes(request)} CROSS JOIN LATERAL (
        SELECT l.*, ${order.key} AS key, ${order.column} AS place FROM package_listings l
        WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))} ${sorted(order)} LIMIT ${first + 1}
      ) listed ORDER BY listed.place ${direction(order)}, listed.package_id ${direction(order)} LIMIT ${first + 1}
    )
    SELECT counted.*, page.* FROM (SELECT ${totalOf(request)} AS total) counted LEFT JOIN (
      SELECT shown.package_id::text AS id, shown.package_id AS row, shown.place, shown.key, ${shownColumns}
      FROM shown
    ) page ON true
    ORDER BY page.place ${direction(order)}, page.row ${direction(order)}`);
  return { ...pageOf(rows, first), capped: false, totalCount: rows[0]?.total ?? null };
}

/** The packages of `page` with what is shown of them. */
function withNodes(scope: Scope): SQL {
  const only = oneListing(scope);
  const place = sql`page.id::text AS id, page.id AS row, page.place, page.key`;
  return only === undefined
    ? sql`SELECT ${place}, ${packageColumns} FROM page JOIN packages p ON p.id = page.id ${shownOf(scope)}`
    : sql`SELECT ${place}, ${shownColumns}
        FROM page JOIN package_listings shown ON shown.package_id = page.id AND shown.repo = ${only}`;
}

/**
 * Where reading stopped first in one of the scopes: what the others have beyond that comes with the next page, so that
 * nothing is passed over.
 */
async function endOfExamined(request: ListRequest): Promise<Place | undefined> {
  const { order } = request;
  const { rows } = await db().execute<{ id: string; key: string | number }>(sql`
    SELECT page.id::text, page.key FROM ${scopes(request)} CROSS JOIN LATERAL (
      SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place FROM package_listings l
      WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))}
      ${sorted(order)} OFFSET ${mostExamined - 1} LIMIT 1
    ) page ORDER BY page.place ${direction(order)}, page.id ${direction(order)} LIMIT 1`);
  const [row] = rows;
  return row && { key: row.key, tie: row.id };
}

/** Each repository and type is a part of the index of its own: read side by side, and merged. */
function scopes({ filter, scope }: ListRequest): SQL {
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT DISTINCT repo, type FROM package_counts WHERE repo = ANY(${sql.param(scope)}::text[]) ${typed}) scopes`;
}

/** What the index of the order can tell by itself: the place to go on from, and a range of what it sorts by. */
function bounds({ filter, order, after }: ListRequest): SQL[] {
  const bounded = boundedBy(order);
  return [
    ...beyondPlace(order, after),
    ...listingConditions(pick(filter, bounded)),
    ...prefixBounds(filter, order),
  ];
}

/** What it cannot tell, so that rows are looked at in vain. */
function residualConditions({ filter, order }: ListRequest): SQL[] {
  const { name, ...rest } = omit(filter, boundedBy(order));
  const isTold = name && order.field === 'NAME' && isPrefix(name);
  return listingConditions(name && !isTold ? { name, ...rest } : rest);
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
  if (scope.length !== 1 || listingConditions(filter).length || filter.checksum) return sql`NULL::float8`;
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT coalesce(sum(packages), 0)::float8 FROM package_counts WHERE repo = ${scope[0]} ${typed})`;
}

function pageOf(rows: readonly Row[], first: number): Pick<ListPage, 'listed' | 'hasNextPage'> {
  const listed = rows.flatMap(({ id, ...row }) =>
    id === null ? [] : [{ place: { key: row.key, tie: id }, node: packageNode(row) }],
  );
  return { listed: listed.slice(0, first), hasNextPage: listed.length > first };
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

const sorted = (order: ListingOrder): SQL =>
  sql`ORDER BY ${order.column} ${direction(order)}, l.package_id ${direction(order)}`;
