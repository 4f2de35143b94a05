import { setTimeout as delay } from 'node:timers/promises';
import { currentConnected, withStorage } from './db.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Batches work: one batch runs at a time, and the next one takes all items that are waiting. */
export class BatchQueue<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxBatch: number;
  readonly #mayAffectOneItem: (error: unknown) => boolean;
  readonly #collectFor: () => number;
  #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  /**
   * `work` returns results in the order of its items, up to `maxBatch` at a time.
   * `mayAffectOneItem` says whether an error may be caused by a single item; the items are then
   * retried one by one. `collectFor` returns the milliseconds to wait for more items before a
   * batch, for work whose statements cost more than its rows.
   */
  constructor(
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    maxBatch: number,
    mayAffectOneItem: (error: unknown) => boolean = () => true,
    collectFor: () => number = () => 0,
  ) {
    this.#work = work;
    this.#maxBatch = maxBatch;
    this.#mayAffectOneItem = mayAffectOneItem;
    this.#collectFor = collectFor;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      // Outside the caller's transaction, because the batch contains items of other callers.
      if (!this.#running) void withStorage(currentConnected(), () => this.#run());
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Collects items that are added in the same tick.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const wait = this.#collectFor();
      if (wait > 0 && this.#waiting.length < this.#maxBatch) await delay(wait);
      await this.#round(this.#waiting.splice(0, this.#maxBatch));
    }
    // Synchronous with the check above: an item added later starts a new run.
    this.#running = false;
  }

  async #round(all: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(all.map(({ item }) => item));
      for (const [at, { resolve }] of all.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (all.length > 1 && this.#mayAffectOneItem(error)) for (const each of all) await this.#round([each]);
      else for (const { reject } of all) reject(error);
    }
  }
}
