import { computed, makeObservable } from 'mobx';
import { Fetched } from '../fetching/Fetched.ts';
import type { RowSource } from '../table/RowSource.ts';
import { sortRows } from '../table/sortRows.ts';
import type { ListSource } from './ListSource.ts';
import type { ListQuery } from './listQuery.ts';

/** Search and sort rules for rows of a kind. */
export interface RowKind<Row> {
  /** By column key; the first is the default order. Rows without a value come last. */
  readonly sorts: Readonly<Record<string, (row: Row) => string | number | undefined>>;
  /** Tells whether the default order is descending. */
  readonly descending?: boolean;
  /** The texts to search. */
  readonly texts?: (row: Row) => readonly string[];
  /** Tells whether a row matches the value of a filter, by filter. */
  readonly filters?: Readonly<Record<string, (row: Row, value: string) => boolean>>;
}

/** The rows before the first response. */
const NOTHING: readonly never[] = [];

/** A list that is loaded at once; the browser searches and sorts it. */
export class WholeList<Row> implements ListSource<Row> {
  readonly #all: Fetched<readonly Row[]>;
  readonly #kind: RowKind<Row>;
  readonly sorts: readonly string[];
  readonly descending: boolean;
  readonly revision = 0;
  #last: { readonly key: string; readonly rows: FoundRows<Row> } | undefined;

  constructor(fetch: (signal: AbortSignal) => Promise<readonly Row[]>, kind: RowKind<Row>) {
    this.#all = new Fetched<readonly Row[]>(NOTHING, fetch);
    this.#kind = kind;
    this.sorts = Object.keys(kind.sorts);
    this.descending = kind.descending ?? false;
  }

  get reusable(): boolean {
    return this.#all.status === 'there';
  }

  /** All rows that are loaded. */
  get rows(): readonly Row[] {
    return this.#all.value;
  }

  rowsFor(query: ListQuery): FoundRows<Row> {
    const key = JSON.stringify(query);
    if (this.#last?.key !== key) {
      this.#last = { key, rows: new FoundRows(this.#all, this.#kind, query) };
    }
    return this.#last.rows;
  }

  /** Loads the rows unless they are loaded or requested. */
  need(): void {
    void this.#all.need();
  }

  reload(): void {
    void this.#all.fetch();
  }

  dispose(): void {
    this.#all.dispose();
  }
}

/** The rows of a whole list that match a query, in its order. */
class FoundRows<Row> implements RowSource<Row> {
  readonly #all: Fetched<readonly Row[]>;
  readonly #kind: RowKind<Row>;
  readonly #query: ListQuery;

  scrolled = 0;

  constructor(all: Fetched<readonly Row[]>, kind: RowKind<Row>, query: ListQuery) {
    this.#all = all;
    this.#kind = kind;
    this.#query = query;
    makeObservable<this, 'found'>(this, { found: computed });
  }

  get length(): number {
    return this.found.length;
  }

  get total(): number | undefined {
    return this.complete ? this.found.length : undefined;
  }

  /** Rows that are loaded again stay complete. */
  get complete(): boolean {
    const { status, value } = this.#all;
    return status === 'there' || (status === 'busy' && value !== NOTHING);
  }

  get busy(): boolean {
    return this.#all.status === 'busy';
  }

  get error(): Error | undefined {
    return this.#all.error;
  }

  row(index: number): Row | undefined {
    return this.found[index];
  }

  want(): void {
    void this.#all.need();
  }

  retry(): void {
    void this.#all.fetch();
  }

  private get found(): readonly Row[] {
    const { search, sortBy, descending } = this.#query;
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#all.value.filter((row) => this.#matches(row, words));
    const { sorts, descending: usual = false } = this.#kind;
    // The table sorts by columns of plugins: rows with the same value stay in the usual order.
    const [first] = Object.values(sorts);
    const keyOf = sorts[sortBy] ?? first;
    return keyOf ? sortRows(found, keyOf, sorts[sortBy] ? descending : usual) : found;
  }

  #matches(row: Row, words: readonly string[]): boolean {
    const { texts, filters = {} } = this.#kind;
    const text = texts?.(row).join('\n').toLowerCase() ?? '';
    return (
      words.every((word) => text.includes(word)) &&
      Object.entries(this.#query.filters).every(([key, value]) => filters[key]?.(row, value) ?? true)
    );
  }
}
