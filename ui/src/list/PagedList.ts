import { action, makeObservable, observable } from 'mobx';
import { type Page, PagedRows } from '../table/PagedRows.ts';
import type { ListSource } from './ListSource.ts';
import type { ListQuery } from './listQuery.ts';

/** Loads the page after `cursor`, or the first one. */
export type FetchListPage<Row> = (
  query: ListQuery,
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<Page<Row>>;

interface Order {
  readonly sorts?: readonly string[];
  readonly descending?: boolean;
}

/** A list that the server searches, sorts, and pages. */
export class PagedList<Row> implements ListSource<Row> {
  readonly #fetch: FetchListPage<Row>;
  readonly sorts: readonly string[];
  readonly descending: boolean;
  readonly reusable = true;
  #last: { readonly key: string; readonly rows: PagedRows<Row> } | undefined;
  revision = 0;

  constructor(fetch: FetchListPage<Row>, { sorts = [], descending = false }: Order = {}) {
    this.#fetch = fetch;
    this.sorts = sorts;
    this.descending = descending;
    makeObservable(this, { revision: observable, reload: action });
  }

  rowsFor(query: ListQuery): PagedRows<Row> {
    const key = `${this.revision} ${JSON.stringify(query)}`;
    if (this.#last?.key !== key) {
      const rows = new PagedRows<Row>((cursor, signal) => this.#fetch(query, cursor, signal));
      this.#last = { key, rows };
    }
    return this.#last.rows;
  }

  reload(): void {
    this.revision++;
  }

  dispose(): void {
    this.#last?.rows.dispose();
  }
}
