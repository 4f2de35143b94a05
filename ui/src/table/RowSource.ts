/** Rows for a table, of which only some are there at a time. Observable. */
export interface RowSource<Row> {
  /** How many rows are known so far. */
  readonly length: number;
  /** No further rows follow. */
  readonly complete: boolean;
  /** How many there are in all; `undefined` while that is not known. */
  readonly total: number | undefined;
  /** Something is being fetched. */
  readonly busy: boolean;
  /** Why the last attempt to fetch failed. */
  readonly error: Error | undefined;
  /** Pixels: how far its table was scrolled, kept by the table for when it is shown again. */
  scrolled: number;
  /** The row at `index`; `undefined` while it is not there. */
  row(index: number): Row | undefined;
  /** Makes these rows be there, and what may follow them; `last` is included. */
  want(first: number, last: number): void;
  /** Tries again after an error. */
  retry(): void;
  /** Ends what is loading; `want` starts it again. */
  dispose?(): void;
}
