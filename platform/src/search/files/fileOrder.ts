import type { SortDirection } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { countColumn, dateColumn, type Order, orderBy, textColumn } from '../../packages/sql/order.ts';

/** Fields with an index, for reading all files in that order. */
export type IndexedField = 'NAME' | 'MODIFIED';
export type FileOrderField = IndexedField | 'SIZE' | 'REPO' | 'PATH';

export interface FileOrder extends Order {
  field: FileOrderField;
}

const columns = {
  NAME: textColumn(sql`f.name_lower`),
  MODIFIED: dateColumn(sql`f.modified`),
  SIZE: countColumn(sql`(SELECT b.size FROM blobs b WHERE b.sha256 = f.sha256)`),
  // Sorted by path within a repository.
  REPO: textColumn(sql`(f.repo || '/' || f.path)`),
  PATH: textColumn(sql`f.path`),
};

export function isIndexed(field: FileOrderField): field is IndexedField {
  return field === 'NAME' || field === 'MODIFIED';
}

/** Returns the sort order of files `f`. Row IDs break ties. */
export function fileOrder(field: FileOrderField, direction: SortDirection): FileOrder {
  return { field, ...orderBy('artifacts', field, direction, columns[field]) };
}
