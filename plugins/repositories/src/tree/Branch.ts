import type { TreeNode, TreePage, TreeRequest } from '@lading/contract/rest';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type NodeRow, nodeKey } from './rows.ts';

/** Page sizes: a smaller first page, larger ones while the user scrolls. */
const FIRST_PAGE = 200;
const LARGEST_PAGE = 5000;

export type AskPage = (request: TreeRequest, signal: AbortSignal) => Promise<TreePage>;

/**
 * Loaded children of a repository or folder: a contiguous range that can grow at both ends.
 */
export class Branch {
  rows: readonly NodeRow[] = [];
  /** Cursor of the page before the first row; `next` is the cursor after the last row. */
  previous: string | undefined;
  next: string | undefined;
  status: 'new' | 'busy' | 'there' | 'failed' = 'new';
  error: Error | undefined;
  readonly #ask: AskPage;
  readonly #of: Pick<TreeNode, 'repoKey' | 'path'>;
  readonly #level: number;
  readonly #key: string;
  #limit = FIRST_PAGE;
  #underWay: AbortController | undefined;
  #done: Promise<void> = Promise.resolve();
  #places: { rows: readonly NodeRow[]; of: ReadonlyMap<string, number> } | undefined;
  /** The last request, for a retry. */
  #last: () => Promise<void> = () => this.load();

  constructor(ask: AskPage, of: TreeNode, level: number) {
    this.#ask = ask;
    this.#of = of;
    this.#key = nodeKey(of);
    this.#level = level;
    makeObservable<Branch, 'take'>(this, {
      rows: observableRef,
      previous: observableRef,
      next: observableRef,
      status: observableRef,
      error: observableRef,
      take: action,
    });
  }

  /** Loads the first page. Never throws: see `error`. */
  load(limit = FIRST_PAGE): Promise<void> {
    return this.#fetch({ limit }, ({ data, continueState }) =>
      this.take(this.#rowsOf(data), undefined, continueState),
    );
  }

  /** Reloads the range as far as one call allows: from the beginning, or around its middle. */
  again(): Promise<void> {
    const middle = this.rows[this.rows.length >> 1];
    if (this.previous !== undefined && middle) return this.around(middle.node.text.split('/', 1)[0] ?? '');
    return this.load(Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, this.rows.length)));
  }

  /** Loads the first page unless it is loaded or loading. */
  async need(): Promise<void> {
    if (this.status === 'new') await this.load();
    else await this.#done;
  }

  /** Loads the previous or next page; does nothing during another request. */
  async more(end: 'previous' | 'next'): Promise<void> {
    const state = this[end];
    if (state === undefined || this.status === 'busy') return;
    const limit = this.#limit;
    this.#limit = Math.min(LARGEST_PAGE, this.#limit * 2);
    await (end === 'next'
      ? this.#fetch({ continueState: state, limit }, ({ data, continueState }) =>
          this.take([...this.rows, ...this.#rowsOf(data)], this.previous, continueState),
        )
      : this.#fetch({ previousState: state, limit }, ({ data, previousState }) =>
          this.take([...this.#rowsOf(data), ...this.rows], previousState, this.next),
        ));
  }

  /** Replaces the range with the one around the name, or around the position where it would be. */
  async around(name: string): Promise<void> {
    await this.#fetch({ around: name }, ({ data, previousState, continueState }) =>
      this.take(this.#rowsOf(data), previousState, continueState),
    );
  }

  /**
   * Returns the 1-based position of the row and the number of rows; `undefined` until all children
   * are loaded.
   */
  placeOf(row: NodeRow): { readonly position: number; readonly size: number } | undefined {
    if (this.status !== 'there' || this.previous !== undefined || this.next !== undefined) return undefined;
    if (this.#places?.rows !== this.rows)
      this.#places = { rows: this.rows, of: new Map(this.rows.map(({ key }, at) => [key, at + 1])) };
    const position = this.#places.of.get(row.key);
    return position === undefined ? undefined : { position, size: this.rows.length };
  }

  retry(): Promise<void> {
    return this.#last();
  }

  dispose(): void {
    this.#underWay?.abort();
  }

  #rowsOf(data: readonly TreeNode[]): NodeRow[] {
    return data.map((node) => ({
      kind: 'node',
      key: nodeKey(node),
      node,
      level: this.#level,
      parent: this.#key,
    }));
  }

  take(rows: readonly NodeRow[], previous: string | undefined, next: string | undefined): void {
    this.rows = rows;
    this.previous = previous;
    this.next = next;
    this.status = 'there';
  }

  #fetch(wanted: Partial<TreeRequest>, use: (page: TreePage) => void): Promise<void> {
    this.#done = this.#fetchNow(wanted, use);
    return this.#done;
  }

  async #fetchNow(wanted: Partial<TreeRequest>, use: (page: TreePage) => void): Promise<void> {
    this.#last = () => this.#fetch(wanted, use);
    this.#underWay?.abort();
    const controller = new AbortController();
    this.#underWay = controller;
    runInAction(() => {
      this.status = 'busy';
      this.error = undefined;
    });
    const { repoKey, path } = this.#of;
    try {
      const request = { type: 'junction', repoKey, path, limit: FIRST_PAGE, ...wanted } as const;
      const page = await this.#ask(request, controller.signal);
      if (controller === this.#underWay) runInAction(() => use(page));
    } catch (cause) {
      if (controller !== this.#underWay || controller.signal.aborted) return;
      runInAction(() => {
        this.status = 'failed';
        this.error = cause instanceof Error ? cause : new Error(String(cause));
      });
    }
  }
}
