import type { RowSource } from '../table/RowSource.ts';
import type { ListQuery } from './listQuery.ts';

/** Provides the rows of a list for each query. Observable. */
export interface ListSource<Row> {
  /** Columns to sort by; the first is the default. */
  readonly sorts: readonly string[];
  /** Tells whether the default order is descending. */
  readonly descending: boolean;
  /** Changes when `rowsFor` returns other rows for the same query. */
  readonly revision: number;
  /** Whether the rows can be shown again when the user returns to the page. */
  readonly reusable: boolean;
  rowsFor(query: ListQuery): RowSource<Row>;
  /** Loads the rows again, after a change. */
  reload(): void;
  dispose(): void;
}
