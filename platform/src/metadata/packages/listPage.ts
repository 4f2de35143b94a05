import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import type { Place } from '../search/cursor.ts';
import { literalPrefix, prefixEnd } from '../search/glob.ts';
import { beyond, direction } from '../search/order.ts';
import type { Scope } from '../search/readable.ts';
import { candidates } from './candidates.ts';
import { listingConditions } from './packageFilter.ts';
import { comparePlaces, type ListingOrder, listingColumns, rowOf } from './packageOrder.ts';

/** A page of package ids in their order; `places` are what cursors are made of. */
export interface ListPage {
  places: Place[];
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

/** What a page is made of, from whichever side is shorter: from the candidates, or from the list in its order. */
export async function listPage(request: ListRequest): Promise<ListPage> {
  if (!request.scope.length) return { places: [], hasNextPage: false, capped: false, totalCount: 0 };
  const found = await fromCandidates(request);
  if (found && !found.capped) return found;
  const read = await inOrder(request);
  // A page that could not be filled in order, though there are thousands that match: better some of them.
  return read.capped && found?.places.length ? found : read;
}

interface Row extends Record<string, unknown> {
  id: string | null;
  key: string | number;
  candidates: number;
  total: number;
}

async function fromCandidates({
  filter,
  scope,
  order,
  first,
  after,
}: ListRequest): Promise<ListPage | undefined> {
  const query = candidates(filter, scope, mostCandidates + 1);
  if (!query) return undefined;
  const conditions = [
    sql`l.repo = ANY(${sql.param(scope)}::text[])`,
    ...(filter.packageTypeIn?.length ? [sql`l.type = ANY(${sql.param(filter.packageTypeIn)}::text[])`] : []),
    ...listingConditions(filter),
    ...onePerPackage(scope, order),
  ];
  const result = await db().execute<Row>(sql`
    WITH candidates AS MATERIALIZED (${query}),
    matches AS MATERIALIZED (
      SELECT l.* FROM candidates c JOIN package_listings l ON l.package_id = c.package_id WHERE ${all(conditions)}
    )
    SELECT page.id::text, page.key, (SELECT count(*)::integer FROM candidates) AS candidates,
      (SELECT count(*)::integer FROM matches) AS total
    FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT l.package_id AS id, ${order.key} AS key FROM matches l
      WHERE ${all(beyondPlace(order, after))} ${sorted(order)} LIMIT ${first + 1}
    ) page ON true`);
  const [row] = result.rows;
  const capped = (row?.candidates ?? 0) > mostCandidates;
  return { ...pageOf(result.rows, first), capped, totalCount: capped ? null : (row?.total ?? 0) };
}

async function inOrder(request: ListRequest): Promise<ListPage> {
  const { filter, scope, order, first } = request;
  const filtered = listingConditions(filter);
  const examined = filtered.length ? sql`LIMIT ${mostExamined}` : sql``;
  const result = await db().execute<Row>(sql`
    SELECT page.id::text, page.key FROM ${scopes(request)} CROSS JOIN LATERAL (
      SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place FROM (
        SELECT * FROM package_listings l
        WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))} ${sorted(order)} ${examined}
      ) l WHERE ${all([...filtered, ...onePerPackage(scope, order)])} ${sorted(order)} LIMIT ${first + 1}
    ) page ORDER BY place ${direction(order)}, id ${direction(order)} LIMIT ${first + 1}`);
  const page = pageOf(result.rows, first);
  const oneIndex = scope.length === 1 && filter.packageTypeIn?.length === 1;
  const complete = !filtered.length || (oneIndex && page.hasNextPage);
  const stoppedAt = complete ? undefined : await endOfExamined(request);
  if (!stoppedAt) return { ...page, capped: false, totalCount: await totalOf(request) };
  const places = page.places.filter((place) => comparePlaces(order, place, stoppedAt) <= 0);
  if (page.hasNextPage && places.length === page.places.length)
    return { ...page, capped: false, totalCount: null };
  return { places, hasNextPage: true, capped: true, stoppedAt, totalCount: null };
}

/**
 * Where reading stopped first in one of the scopes: what the others have beyond that comes with the next page, so that
 * nothing is passed over.
 */
async function endOfExamined(request: ListRequest): Promise<Place | undefined> {
  const { order } = request;
  const result = await db().execute<Row>(sql`
    SELECT page.id::text, page.key FROM ${scopes(request)} CROSS JOIN LATERAL (
      SELECT l.package_id AS id, ${order.key} AS key, ${order.column} AS place FROM package_listings l
      WHERE l.repo = scopes.repo AND l.type = scopes.type AND ${all(bounds(request))}
      ${sorted(order)} OFFSET ${mostExamined - 1} LIMIT 1
    ) page ORDER BY place ${direction(order)}, id ${direction(order)} LIMIT 1`);
  return pageOf(result.rows, 1).places[0];
}

/** Each repository and type is a part of the index of its own: read side by side, and merged. */
function scopes({ filter, scope }: ListRequest): SQL {
  const typed = filter.packageTypeIn?.length
    ? sql`AND type = ANY(${sql.param(filter.packageTypeIn)}::text[])`
    : sql``;
  return sql`(SELECT DISTINCT repo, type FROM package_counts WHERE repo = ANY(${sql.param(scope)}::text[]) ${typed}) scopes`;
}

/** What the index itself can tell: the place to go on from, and the beginning of the name. */
function bounds({ filter, order, after }: ListRequest): SQL[] {
  const { prefix, exact } = literalPrefix(filter.name ?? '');
  const end = prefixEnd(prefix);
  return [
    ...beyondPlace(order, after),
    ...(filter.name && prefix && order.field === 'NAME'
      ? [exact ? sql`l.name_lower = ${prefix}` : sql`l.name_lower >= ${prefix}`]
      : []),
    ...(filter.name && end !== undefined && order.field === 'NAME' ? [sql`l.name_lower < ${end}`] : []),
  ];
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
async function totalOf({ filter, scope, order }: ListRequest): Promise<number | null> {
  if (scope.length !== 1 || listingConditions(filter).length || filter.checksum) return null;
  const request = { filter, scope, order, first: 0 };
  const result = await db().execute<{ total: number }>(sql`
    SELECT coalesce(sum(c.packages), 0)::float8 AS total
    FROM ${scopes(request)} JOIN package_counts c ON c.repo = scopes.repo AND c.type = scopes.type`);
  return result.rows[0]?.total ?? 0;
}

function pageOf(rows: readonly Row[], first: number): Pick<ListPage, 'places' | 'hasNextPage'> {
  const places = rows.flatMap(({ id, key }) => (id === null ? [] : [{ key, tie: id }]));
  return { places: places.slice(0, first), hasNextPage: places.length > first };
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;

const sorted = (order: ListingOrder): SQL =>
  sql`ORDER BY ${order.column} ${direction(order)}, l.package_id ${direction(order)}`;
