import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type Page, PagedRows } from './PagedRows.ts';

/** What is shown stays for so long while its successor is fetched, in milliseconds. */
const KEEP_MS = 150;

/** Rows for a query that changes. What stood there before stays until the new rows come, but not for long. */
export class SwappedRows<Query, Row> {
  readonly #addressOf: (query: Query) => string;
  readonly #fetch: (query: Query, cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  #address: string | undefined;
  #query: Query | undefined;
  #coming: PagedRows<Row> | undefined;

  /** `undefined` until something was asked for. */
  rows: PagedRows<Row> | undefined;

  /** Two queries of one address are the same. */
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

  /** Fetches anew what is shown, after something of it has changed. */
  reload(): void {
    const query = this.#query;
    this.#address = undefined;
    if (query !== undefined) this.show(query);
  }

  /** Ends what is under way. */
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
