import type { TableName, TableRows } from '@lading/contract';

/** Lets plugins extend a table. */
export interface TableExtension<Row> {
  readonly table: TableName;
  /** Returns a row as plugins get it. */
  readonly rowOf: (row: Row) => TableRows[TableName];
}
