import { type SQL, sql } from 'drizzle-orm';
import type { Place } from '../search/cursor.ts';
import { beyond } from '../search/order.ts';
import type { Scope } from '../search/readable.ts';
import type { ListPage, ListRequest } from './listRequest.ts';
import {
  oneListing,
  type PackageRow,
  packageColumns,
  packageNode,
  shownColumns,
  shownOf,
} from './packageNodes.ts';
import { type ListingOrder, listingColumns, rowOf } from './packageOrder.ts';

/** A row of a page with what is shown of it. */
export interface Row extends PackageRow {
  id: string | null;
  key: string | number;
  /** Whether it matches; and whether it is where looking ended. */
  hit: boolean;
  last: boolean;
  /** In all: of the candidates looked at, and of those that match; of the list when that is known. */
  candidates: number;
  total: number | null;
}

export function pageOf(rows: readonly Row[], first: number): Pick<ListPage, 'listed' | 'hasNextPage'> {
  const listed = rows.flatMap(({ id, ...row }) =>
    id === null || !row.hit ? [] : [{ place: { key: row.key, tie: id }, node: packageNode(row) }],
  );
  return { listed: listed.slice(0, first), hasNextPage: listed.length > first };
}

/** The packages of `page` with what is shown of them. */
export function withNodes({ scope, scanned = false }: ListRequest): SQL {
  const only = oneListing(scope);
  const place = sql`page.id::text AS id, page.id AS row, page.place, page.key, page.hit, page.last`;
  return only === undefined
    ? sql`SELECT ${place}, ${packageColumns(scanned)} FROM page JOIN packages p ON p.id = page.id ${shownOf(scope)}`
    : sql`SELECT ${place}, ${shownColumns(scanned)}
        FROM page JOIN package_listings shown ON shown.package_id = page.id AND shown.repo = ${only}`;
}

export function beyondPlace(order: ListingOrder, after: Place | undefined): SQL[] {
  return beyond(order, sql`l.package_id`, after && { place: after, tie: rowOf(after) });
}

/** With several repositories: the row of a package that comes last of the greatest, so that it is listed once. */
export function onePerPackage(scope: Scope, order: ListingOrder): SQL[] {
  if (scope.length < 2) return [];
  const greatest = order.field === 'CREATED' ? sql`<` : sql`>`;
  const column = sql.raw(listingColumns[order.field]);
  return [
    sql`NOT EXISTS (SELECT FROM package_listings o WHERE o.package_id = l.package_id
      AND o.repo = ANY(${sql.param(scope)}::text[]) AND (o.${column}, o.repo) ${greatest} (l.${column}, l.repo))`,
  ];
}

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length ? sql.join([...conditions], sql` AND `) : sql`true`;
