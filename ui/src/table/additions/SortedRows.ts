import { computed, makeObservable, reaction } from 'mobx';
import type { RowSource } from '../RowSource.ts';
import { sortRows } from '../sortRows.ts';
import type { ColumnValues } from './ColumnValues.ts';

/**
 * Rows in the order of a contributed column. Stay in their own order until the values of all rows
 * have been loaded, so that they do not move one by one.
 */
export class SortedRows<Row> implements RowSource<Row> {
  readonly #rows: RowSource<Row>;
  readonly #values: ColumnValues<Row>;
  readonly #descending: boolean;
  #stop = () => {};
  #isWanted = false;

  scrolled = 0;

  constructor(rows: RowSource<Row>, values: ColumnValues<Row>, descending: boolean) {
    this.#rows = rows;
    this.#values = values;
    this.#descending = descending;
    makeObservable<this, 'all' | 'loading' | 'sorted'>(this, {
      ...{ all: computed, loading: computed, sorted: computed },
    });
  }

  get length(): number {
    return this.#rows.length;
  }

  get complete(): boolean {
    return this.#rows.complete;
  }

  get total(): number | undefined {
    return this.#rows.total;
  }

  get busy(): boolean {
    return this.#rows.busy || this.loading;
  }

  get error(): Error | undefined {
    return this.#rows.error;
  }

  row(index: number): Row | undefined {
    return this.sorted[index];
  }

  want(first: number, last: number): void {
    this.#rows.want(first, last);
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#stop = reaction(
      () => (this.complete ? this.all : undefined),
      (all) => void (all && this.#values.needAll(all, () => this.#isWanted)),
      { fireImmediately: true },
    );
  }

  retry(): void {
    this.#rows.retry();
  }

  dispose(): void {
    this.#isWanted = false;
    this.#stop();
  }

  private get all(): readonly Row[] {
    const all = Array.from({ length: this.#rows.length }, (_, at) => this.#rows.row(at));
    return all.filter((row) => row !== undefined);
  }

  private get loading(): boolean {
    return !(this.complete && this.#values.hasEnded(this.all));
  }

  private get sorted(): readonly Row[] {
    if (this.loading) return this.all;
    return sortRows(this.all, (row) => this.#values.plainOf(row), this.#descending);
  }
}
