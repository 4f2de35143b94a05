import { action, computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import { type Criteria, isActive, NO_CRITERIA } from './criteria.ts';
import type { FilterResult, SentLine } from './LineMatcher.ts';
import type { LogLine } from './LogLines.ts';
import { type OpenMatcher, openHere, openMatcher } from './openMatcher.ts';
import type { ShownLines } from './ShownLines.ts';

/** Lines in one message to the worker. Copying more would block the page. */
const PIECE = 1_000;

/**
 * Filters lines by minimum level, request ID, user, and text, in a worker. The worker gets each
 * line once, when a filter is active.
 */
export class LogFilter {
  readonly #lines: ShownLines;
  criteria: Criteria = NO_CRITERIA;
  /** Lines that the worker has to judge for these criteria, and those that it has judged. */
  expected = 0;
  judged = 0;
  /** Whether some match is unknown: the lines have not been judged for these criteria yet. */
  busy = false;
  /**
   * IDs of the lines that match, as far as they are judged. Changes with `judged`: a copy for each
   * result would block the page.
   */
  readonly #matched = new Set<number>();
  #run = 0;
  #matcher: OpenMatcher | undefined;
  /** IDs of the lines that the worker has. */
  readonly #sent = new Set<number>();
  readonly #end: () => void;
  /** Passes over the lines that began, and the last one that ended. */
  #passes = 0;
  #ended = 0;

  constructor(lines: ShownLines) {
    this.#lines = lines;
    makeObservable(this, {
      criteria: observableRef,
      expected: observable,
      judged: observable,
      busy: observable,
      active: computed,
      matching: computed,
      set: action,
    });
    this.#end = reaction(
      () => (this.active ? lines.all : undefined),
      (all) => all && void this.#sync(all),
    );
  }

  get active(): boolean {
    return isActive(this.criteria);
  }

  get text(): string {
    return this.criteria.text;
  }

  get matching(): readonly LogLine[] {
    const { all } = this.#lines;
    if (!this.active) return all;
    if (this.judged === 0) return all.filter(({ notice }) => notice !== undefined);
    return all.filter(({ id, notice }) => notice !== undefined || this.#matched.has(id));
  }

  set(change: Partial<Criteria>): void {
    const { level, text, requestId, user } = { ...this.criteria, ...change };
    const criteria = { level, text, requestId, user };
    if (JSON.stringify(criteria) === JSON.stringify(this.criteria)) return;
    this.#begin();
    this.criteria = criteria;
    // Lines that are sent later are judged by the new criteria.
    if (isActive(criteria)) this.#open().send({ criteria, run: this.#run });
  }

  #restart(matcher: OpenMatcher): void {
    runInAction(() => this.#begin());
    matcher.send({ criteria: this.criteria, run: this.#run });
  }

  dispose(): void {
    this.#end();
    this.#close();
  }

  #begin(): void {
    this.#run += 1;
    this.#matched.clear();
    this.expected = this.#sent.size;
    this.judged = 0;
    this.busy = true;
  }

  #open(): OpenMatcher {
    this.#matcher ??= openMatcher(this.#take, () => this.#replace());
    return this.#matcher;
  }

  #close(): void {
    this.#passes += 1;
    this.#matcher?.close();
    this.#matcher = undefined;
    this.#sent.clear();
  }

  /** Filters in the page: the worker failed. */
  #replace(): void {
    this.#close();
    this.#matcher = openHere(this.#take);
    this.#restart(this.#matcher);
    if (this.active) void this.#sync(this.#lines.all);
  }

  readonly #take = ({ run, matching, judged }: FilterResult): void => {
    if (run !== this.#run) return;
    runInAction(() => {
      // Lines can have been dropped since.
      for (const id of matching) if (this.#sent.has(id)) this.#matched.add(id);
      this.judged += judged;
    });
    this.#settle();
  };

  /** Sends new lines, in pieces, and what was dropped. */
  async #sync(all: readonly LogLine[]): Promise<void> {
    this.#passes += 1;
    const pass = this.#passes;
    const matcher = this.#open();
    // The newest lines are in view.
    for (let end = all.length; end > 0; end -= PIECE) {
      const add = this.#newOf(all.slice(Math.max(0, end - PIECE), end));
      if (add.length === 0) continue;
      for (const [id] of add) this.#sent.add(id);
      matcher.send({ add });
      runInAction(() => {
        this.expected += add.length;
      });
      await new Promise((resolve) => setTimeout(resolve));
      // There are other lines, or another worker.
      if (pass !== this.#passes) return;
    }
    if (this.#sent.size > all.length) this.#drop(matcher, all);
    this.#ended = pass;
    if (all.length > 0) this.#settle();
    // Lines of another log will arrive: whether some match is unknown.
    else this.#restart(matcher);
  }

  #newOf(lines: readonly LogLine[]): SentLine[] {
    return lines
      .filter(({ id, notice }) => !notice && !this.#sent.has(id))
      .map(({ id, text }): SentLine => [id, text]);
  }

  #settle(): void {
    if (this.#ended !== this.#passes || this.judged < this.expected) return;
    runInAction(() => {
      this.busy = false;
    });
  }

  #drop(matcher: OpenMatcher, lines: readonly LogLine[]): void {
    const present = new Set(lines.map(({ id }) => id));
    const drop = [...this.#sent].filter((id) => !present.has(id));
    for (const id of drop) {
      this.#sent.delete(id);
      this.#matched.delete(id);
    }
    if (drop.length > 0) matcher.send({ drop });
  }
}
