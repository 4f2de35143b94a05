import { action, computed, makeObservable, observable, observableRef, runInAction, when } from 'mobx';
import type { RowSource } from './RowSource.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; `undefined` for the last page. */
  readonly next: string | undefined;
  /** Total number of rows, if known. */
  readonly total?: number | undefined;
}

/** Loads the page after `cursor`; without one, the first. */
export type FetchPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;

/** Rows before the end at which the next page is loaded. */
const AHEAD = 60;
/** Distance in rows from the wanted ones beyond which pages are dropped. */
const KEEP = 500;

interface Known {
  /** Index of its first row. */
  readonly start: number;
  readonly length: number;
  readonly cursor: string | undefined;
}

/**
 * Rows loaded in pages, each by the cursor of the previous page. Distant pages are dropped and
 * loaded again when needed, so that an endless list takes little memory.
 */
export class PagedRows<Row> implements RowSource<Row> {
  readonly #fetch: FetchPage<Row>;
  /** All pages loaded so far, including dropped ones. */
  readonly #known: Known[] = [];
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #underWay = new Map<number, AbortController>();
  #wanted = { first: 0, last: 0 };
  #next: string | undefined;

  scrolled = 0;
  length = 0;
  complete = false;
  total: number | undefined;
  error: Error | undefined;
  /** Counts the changes of `#pages` and `#underWay`. */
  revision = 0;

  constructor(fetch: FetchPage<Row>) {
    this.#fetch = fetch;
    makeObservable(this, {
      length: observable,
      complete: observable,
      total: observable,
      error: observableRef,
      revision: observable,
      busy: computed,
      want: action,
      retry: action,
      dispose: action,
    });
  }

  get busy(): boolean {
    return this.revision >= 0 && this.#underWay.size > 0;
  }

  row(index: number): Row | undefined {
    if (this.revision < 0) return undefined;
    const page = this.#pageOf(index);
    const known = this.#known[page];
    return known && this.#pages.get(page)?.[index - known.start];
  }

  want(first: number, last: number): void {
    this.#wanted = { first, last };
    this.#dropFarPages();
    if (!this.error) this.#fetchWanted();
  }

  retry(): void {
    this.error = undefined;
    this.#fetchWanted();
  }

  /** Waits for the first page or its failure, up to `patience` milliseconds. */
  async settled(patience: number): Promise<void> {
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, patience));
    await Promise.race([when(() => this.length > 0 || this.complete || this.error !== undefined), deadline]);
  }

  /** Aborts loading when the rows are no longer shown. */
  dispose(): void {
    for (const [page, controller] of this.#underWay) this.#abandon(page, controller);
  }

  #fetchWanted(): void {
    const { first, last } = this.#wanted;
    const end = Math.min(this.#pageOf(last), this.#known.length - 1);
    for (let page = Math.max(0, this.#pageOf(first)); page <= end; page++) {
      if (!this.#pages.has(page)) this.#start(page, this.#known[page]?.cursor);
    }
    if (!this.complete && last + AHEAD >= this.length) this.#start(this.#known.length, this.#next);
  }

  #start(page: number, cursor: string | undefined): void {
    if (this.#underWay.has(page)) return;
    const controller = new AbortController();
    this.#underWay.set(page, controller);
    this.revision++;
    const settle = (take: () => void) => {
      if (this.#underWay.get(page) !== controller) return;
      runInAction(() => {
        this.#underWay.delete(page);
        this.revision++;
        take();
      });
    };
    this.#fetch(cursor, controller.signal).then(
      (answer) => settle(() => this.#take(page, cursor, answer)),
      (cause: unknown) =>
        settle(() => {
          this.error = cause instanceof Error ? cause : new Error(String(cause));
        }),
    );
  }

  #take(page: number, cursor: string | undefined, answer: Page<Row>): void {
    const before = this.#known[page];
    const follower = this.#known[page + 1];
    const changed = before && (before.length !== answer.rows.length || follower?.cursor !== answer.next);
    if (changed && (follower || this.complete || before.length !== answer.rows.length))
      this.#forgetFrom(page);
    if (page === this.#known.length) {
      this.#known.push({ start: this.length, length: answer.rows.length, cursor });
      this.length += answer.rows.length;
      this.#next = answer.next;
      this.complete = answer.next === undefined;
    }
    this.#pages.set(page, answer.rows);
    if (answer.total !== undefined) this.total = answer.total;
    this.#fetchWanted();
  }

  /** Forgets the pages after this one, because the list has changed. */
  #forgetFrom(page: number): void {
    this.length = this.#known[page]?.start ?? 0;
    for (const [other, controller] of this.#underWay) if (other >= page) this.#abandon(other, controller);
    for (const other of [...this.#pages.keys()]) if (other >= page) this.#pages.delete(other);
    this.#known.length = page;
  }

  #dropFarPages(): void {
    const { first, last } = this.#wanted;
    const far = (page: number) => {
      const known = this.#known[page];
      return known !== undefined && (known.start + known.length < first - KEEP || known.start > last + KEEP);
    };
    for (const page of [...this.#pages.keys()]) if (far(page)) this.#pages.delete(page);
    for (const [page, controller] of this.#underWay) if (far(page)) this.#abandon(page, controller);
  }

  #abandon(page: number, controller: AbortController): void {
    this.#underWay.delete(page);
    this.revision++;
    controller.abort();
  }

  /** Returns the known page with the row; beyond the end, the last one. */
  #pageOf(index: number): number {
    let low = 0;
    let high = this.#known.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#known[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return high < 0 ? -1 : low;
  }
}
