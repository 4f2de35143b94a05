import type { TableName, TableRows } from '@lading/contract';

export type ExportFormat = 'csv' | 'json';

/** Lets plugins extend a table. */
export interface TableExtension<Row> {
  readonly table: TableName;
  /** Returns a row as plugins get it. */
  readonly rowOf: (row: Row) => TableRows[TableName];
  /**
   * Returns the fields of a row in an exported file. Only for tables whose rows are all in the
   * browser: they can be sorted by columns of plugins, and exported with them.
   */
  readonly fieldsOf?: (row: Row, format: ExportFormat) => object;
}
