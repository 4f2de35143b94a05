import type { Fetched } from '@lading/ui';
import type { RowSource } from '@lading/ui/table';
import { computed, makeObservable } from 'mobx';
import type { ListQuery } from './listQuery.ts';

/** How rows of a kind are found and put in order. */
export interface RowKind<Row> {
  /** By a column's key, the first being the list's own order. */
  readonly sorts: Readonly<Record<string, (row: Row) => string | number>>;
  /** What the filter looks into. */
  readonly texts: (row: Row) => readonly string[];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Rows that all come at once, of which those are shown that the query leaves, in its order. */
export class ListRows<Row> implements RowSource<Row> {
  readonly #all: Fetched<readonly Row[]>;
  readonly #kind: RowKind<Row>;
  readonly #query: ListQuery;

  scrolled = 0;

  constructor(all: Fetched<readonly Row[]>, kind: RowKind<Row>, query: ListQuery) {
    this.#all = all;
    this.#kind = kind;
    this.#query = query;
    makeObservable<this, 'shown'>(this, { shown: computed });
  }

  get length(): number {
    return this.shown.length;
  }

  get total(): number | undefined {
    return this.complete ? this.shown.length : undefined;
  }

  get complete(): boolean {
    return this.#all.status === 'there';
  }

  get busy(): boolean {
    return this.#all.status === 'busy';
  }

  get error(): Error | undefined {
    return this.#all.error;
  }

  row(index: number): Row | undefined {
    return this.shown[index];
  }

  want(): void {
    void this.#all.need();
  }

  retry(): void {
    void this.#all.fetch();
  }

  private get shown(): readonly Row[] {
    const { filter, sortBy, descending } = this.#query;
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#all.value.filter((row) => {
      const text = this.#kind.texts(row).join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const keyOf = this.#kind.sorts[sortBy];
    if (!keyOf) return found;
    const keyed = found.map((row) => ({ row, key: keyOf(row) }));
    keyed.sort(({ key: one }, { key: other }) => (descending ? -1 : 1) * compare(one, other));
    return keyed.map(({ row }) => row);
  }
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other));
}
