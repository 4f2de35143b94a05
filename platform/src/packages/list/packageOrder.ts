import type { PackageOrderField, SortDirection } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { countColumn, dateColumn, type Order, orderBy, type SortColumn, textColumn } from '../sql/order.ts';

/** Sort order of listings `l`. Row IDs break ties. */
export interface ListingOrder extends Order {
  /** `RELEVANCE` is the ranking of a search, and of names in one part of it. */
  field: PackageOrderField | 'RELEVANCE';
}

export const listingColumns = {
  RELEVANCE: 'name_lower',
  NAME: 'name_lower',
  CREATED: 'created',
  MODIFIED: 'modified',
  DOWNLOADS: 'downloads',
};

const columns: Readonly<Record<PackageOrderField, SortColumn>> = {
  NAME: textColumn(sql`l.name_lower`),
  CREATED: dateColumn(sql`l.created`),
  MODIFIED: dateColumn(sql`l.modified`),
  DOWNLOADS: countColumn(sql`l.downloads`),
};

/** The best matches of a search first. */
export function relevanceOrder(): ListingOrder {
  return { field: 'RELEVANCE', ...orderBy('packages', 'RELEVANCE', 'ASC', columns.NAME) };
}

export function listingOrder(field: PackageOrderField, direction: SortDirection): ListingOrder {
  return { field, ...orderBy('packages', field, direction, columns[field]) };
}
