import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type Page, PagedRows } from './PagedRows.ts';

/** Milliseconds for which previous rows are shown while new ones load. */
const KEEP_MS = 150;

/** Rows for a changing query. Keeps the previous rows for a short time until new ones arrive. */
export class SwappedRows<Query, Row> {
  readonly #addressOf: (query: Query) => string;
  readonly #fetch: (query: Query, cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  #address: string | undefined;
  #query: Query | undefined;
  #coming: PagedRows<Row> | undefined;

  /** `undefined` before the first query. */
  rows: PagedRows<Row> | undefined;

  /** Queries with the same URL are equal. */
  constructor(
    addressOf: (query: Query) => string,
    fetch: (query: Query, cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  ) {
    this.#addressOf = addressOf;
    this.#fetch = fetch;
    makeObservable(this, { rows: observableRef, show: action });
  }

  show(query: Query): void {
    const address = this.#addressOf(query);
    if (address === this.#address) return;
    this.#address = address;
    this.#query = query;
    this.#coming?.dispose();
    const rows = new PagedRows<Row>((cursor, signal) => this.#fetch(query, cursor, signal));
    this.#coming = rows;
    rows.want(0, 0);
    if (this.rows) void rows.settled(KEEP_MS).then(() => this.#take(rows));
    else this.#take(rows);
  }

  /** Loads the rows again after a change. */
  reload(): void {
    const query = this.#query;
    this.#address = undefined;
    if (query !== undefined) this.show(query);
  }

  /** Aborts loading. */
  dispose(): void {
    this.#coming?.dispose();
    this.rows?.dispose();
  }

  #take(rows: PagedRows<Row>): void {
    if (rows !== this.#coming) return;
    this.#coming = undefined;
    runInAction(() => {
      this.rows?.dispose();
      this.rows = rows;
    });
  }
}
