import type { SortDirection, VersionOrderField } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { countColumn, dateColumn, type Order, orderBy, type SortColumn, textColumn } from '../sql/order.ts';

/** Over the rows `v` of one version, grouped by name. The name breaks ties. */
const columns: Readonly<Record<VersionOrderField, SortColumn>> = {
  NAME: textColumn(sql`v.name`),
  NAME_SEMVER: textColumn(sql`v.sort_key`),
  CREATED: dateColumn(sql`min(v.created)`),
  MODIFIED: dateColumn(sql`max(v.modified)`),
  DOWNLOADS: countColumn(sql`sum(v.downloads)`),
};

export function versionOrder(field: VersionOrderField, direction: SortDirection): Order {
  return orderBy('versions', field, direction, columns[field]);
}
