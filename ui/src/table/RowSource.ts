/** Rows of a table, loaded in parts. Observable. */
export interface RowSource<Row> {
  /** Number of rows known so far. */
  readonly length: number;
  /** Whether there are no more rows. */
  readonly complete: boolean;
  /** Total number of rows; `undefined` while unknown. */
  readonly total: number | undefined;
  /** Whether rows are loading. */
  readonly busy: boolean;
  /** Error of the last attempt. */
  readonly error: Error | undefined;
  /** Scroll position in pixels, stored by the table to restore it. */
  scrolled: number;
  /** Returns the row at `index`; `undefined` until it is loaded. */
  row(index: number): Row | undefined;
  /** Loads these rows and possibly the following ones; `last` is inclusive. */
  want(first: number, last: number): void;
  /** Retries after an error. */
  retry(): void;
  /** Aborts loading; `want` starts it again. */
  dispose?(): void;
}
