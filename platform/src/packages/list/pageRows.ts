import { type SQL, sql } from 'drizzle-orm';
import type { Place } from '../../database/cursor.ts';
import { beyond, direction, rowOf } from '../sql/order.ts';
import type { Scope } from '../sql/readable.ts';
import type { Listed, ListPage, ListRequest } from './listRequest.ts';
import {
  oneListing,
  type PackageRow,
  packageColumns,
  packageNode,
  shownColumns,
  shownOf,
} from './packageNodes.ts';
import { type ListingOrder, listingColumns } from './packageOrder.ts';

/** A row of a page with the columns of its package. */
export interface Row extends PackageRow {
  id: string;
  key: string | number;
  /** Marks the last examined row, which is no match. */
  last?: boolean;
}

/** Result of a page query: one row that contains the rows of the page. */
export interface PackedRows extends Record<string, unknown> {
  rows: Row[] | null;
  /** Number of matching candidates, or of rows in the list if known. */
  total: number | null;
}

/**
 * Selects the rows of a statement, in order, as one JSON value: reading a hundred rows of a dozen
 * columns individually takes three times as long. Values that JSON cannot represent, such as
 * numbers beyond 2^53, must be selected as text.
 */
export function packed(rows: SQL): SQL {
  return sql`(SELECT json_agg(each) FROM (${rows}) each)`;
}

export function pageOf(rows: readonly Row[], first: number): Pick<ListPage, 'listed' | 'hasNextPage'> {
  const listed: Listed[] = [];
  for (const row of rows) {
    const { id, key, last } = row;
    if (last) continue;
    if (listed.length === first) return { listed, hasNextPage: true };
    listed.push({ place: { key, tie: id }, node: packageNode(row) });
  }
  return { listed, hasNextPage: false };
}

/** Selects the packages of `page`, in order, with their columns. */
export function withNodes({ scope, order, scans }: ListRequest): SQL {
  const only = oneListing(scope);
  const place = sql`page.id::text AS id, page.key, page.last`;
  const nodes =
    only === undefined
      ? sql`SELECT ${place}, ${packageColumns(scans)} FROM page JOIN packages p ON p.id = page.id ${shownOf(scope)}`
      : sql`SELECT ${place}, ${shownColumns(scans)}
          FROM page JOIN package_listings shown ON shown.package_id = page.id AND shown.repo = ${only}`;
  return sql`${nodes} ${inPage(order)}`;
}

/** The last examined row sorts after a match at the same position. */
export function inPage(order: ListingOrder): SQL {
  return sql`ORDER BY page.place ${direction(order)}, page.id ${direction(order)}, page.last`;
}

export function beyondPlace(order: ListingOrder, after: Place | undefined): SQL[] {
  return beyond(order, sql`l.package_id`, after && { place: after, tie: rowOf(after) });
}

/**
 * With several repositories, selects only the last row of a package in the sort order, so that it
 * is listed once.
 */
export function onePerPackage(scope: Scope, order: ListingOrder): SQL[] {
  if (scope.length < 2) return [];
  const greatest = order.field === 'CREATED' ? sql`<` : sql`>`;
  const column = sql.raw(listingColumns[order.field]);
  return [
    sql`NOT EXISTS (SELECT FROM package_listings o WHERE o.package_id = l.package_id
      AND o.repo = ANY(${sql.param(scope)}::text[]) AND (o.${column}, o.repo) ${greatest} (l.${column}, l.repo))`,
  ];
}

/** Excludes the request's `without` packages; `packageId` is the column with the package ID. */
export function listable({ without }: Pick<ListRequest, 'without'>, packageId: SQL): SQL[] {
  if (!without?.length) return [];
  return [sql`${packageId} <> ALL(${sql.param(without.map(({ id }) => id))}::bigint[])`];
}

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;
