import { makeObservable, observable, runInAction, when } from 'mobx';
import type { LogFilter } from './LogFilter.ts';
import type { ShownLines } from './ShownLines.ts';

/** Loads earlier pages until one of them has a line that matches the filters. */
export class EarlierSearch {
  readonly #lines: ShownLines;
  readonly #filter: LogFilter;
  readonly #loadEarlier: () => Promise<void>;
  running = false;
  #run = 0;

  constructor(lines: ShownLines, filter: LogFilter, loadEarlier: () => Promise<void>) {
    this.#lines = lines;
    this.#filter = filter;
    this.#loadEarlier = loadEarlier;
    makeObservable(this, { running: observable });
  }

  /** Ends at a match, at the first line, after a failure, or with other filters. Never rejects. */
  async start(): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    const { criteria } = this.#filter;
    const firstMatch = this.#firstMatch;
    this.#set(true);
    while (this.#lines.hasEarlier && criteria === this.#filter.criteria) {
      const { earliest } = this.#lines;
      const before = earliest?.first;
      await this.#loadEarlier();
      const now = earliest?.first;
      const hasMoved = now?.offset !== before?.offset || now?.fileId !== before?.fileId;
      if (run !== this.#run || !hasMoved) break;
      await when(() => !this.#filter.busy || run !== this.#run);
      const match = this.#firstMatch;
      // The former match can be dropped meanwhile, which is no match.
      if (run !== this.#run || (match !== undefined && match !== firstMatch)) break;
    }
    if (run === this.#run) this.#set(false);
  }

  stop(): void {
    this.#run += 1;
    this.#set(false);
  }

  get #firstMatch(): number | undefined {
    return this.#filter.matching.find(({ notice }) => notice === undefined)?.id;
  }

  #set(running: boolean): void {
    runInAction(() => {
      this.running = running;
    });
  }
}
