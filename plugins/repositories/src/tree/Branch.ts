import type { TreeNode, TreePage, TreeRequest } from '@lading/contract/rest';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type NodeRow, nodeKey } from './rows.ts';

/** Children of the first page, and at most later: who goes on scrolling gets more at once. */
const FIRST_PAGE = 200;
const LARGEST_PAGE = 5000;

export type AskPage = (request: TreeRequest, signal: AbortSignal) => Promise<TreePage>;

/**
 * What lies directly in a repository or a folder, as far as it was fetched: an unbroken part of it, which grows at both its ends.
 */
export class Branch {
  rows: readonly NodeRow[] = [];
  /** What comes before the first and after the last row can be asked for. */
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
  /** What failed, to be tried again. */
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

  /** The first page. Never throws: see `error`. */
  load(limit = FIRST_PAGE): Promise<void> {
    return this.#fetch({ limit }, ({ data, continueState }) =>
      this.take(this.#rowsOf(data), undefined, continueState),
    );
  }

  /** Fetches anew what there is of it, as far as one call goes: from its beginning, or around the middle of it. */
  again(): Promise<void> {
    const middle = this.rows[this.rows.length >> 1];
    if (this.previous !== undefined && middle) return this.around(middle.node.text.split('/', 1)[0] ?? '');
    return this.load(Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, this.rows.length)));
  }

  /** Fetches what is there unless it is there or on its way. */
  async need(): Promise<void> {
    if (this.status === 'new') await this.load();
    else await this.#done;
  }

  /** More at the end that is asked for; nothing while something is on its way. */
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

  /** Another part: what lies around the name, or where it would be. */
  async around(name: string): Promise<void> {
    await this.#fetch({ around: name }, ({ data, previousState, continueState }) =>
      this.take(this.#rowsOf(data), previousState, continueState),
    );
  }

  /** How many there are, and which of them the row is, from 1; `undefined` while not all are there. */
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
