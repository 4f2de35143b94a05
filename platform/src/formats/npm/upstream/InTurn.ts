import { withStorage } from '../../../database/db.ts';
import { currentStorage } from '../../../storage/storage.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Does a work for several at once: one round at a time, so that the next one takes all that have come meanwhile. */
export class InTurn<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #most: number;
  readonly #mayBeOfOne: (error: unknown) => boolean;
  #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  /**
   * The results come in the order of the items, `most` of them in one round. `mayBeOfOne`: whether an error may be because of one item
   * alone, so that each is tried by itself.
   */
  constructor(
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    most: number,
    mayBeOfOne: (error: unknown) => boolean = () => true,
  ) {
    this.#work = work;
    this.#most = most;
    this.#mayBeOfOne = mayBeOfOne;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      // Outside of any transaction: the others' items have nothing to do with it.
      if (!this.#running) void withStorage(currentStorage(), () => this.#run());
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Those that come at the same time go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#round(this.#waiting.splice(0, this.#most));
    // At once: who comes after this look begins another run.
    this.#running = false;
  }

  async #round(all: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(all.map(({ item }) => item));
      for (const [at, { resolve }] of all.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (all.length > 1 && this.#mayBeOfOne(error)) for (const each of all) await this.#round([each]);
      else for (const { reject } of all) reject(error);
    }
  }
}
