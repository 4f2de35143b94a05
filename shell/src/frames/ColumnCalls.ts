/** Calls of a column that run at the same time. */
const MOST_RUNNING = 2;
/** A user who scrolls through a long list needs one for each hundred rows. */
const MOST_WAITING = 100;

interface Waiting {
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls of one column, which are started when the page shows rows. They wait for each other, so
 * that they leave room for actions of the user.
 */
export class ColumnCalls {
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** Makes a call when it is its turn. `tooMany`: the error if too many wait. */
  async make<Result>(call: () => Promise<Result>, tooMany: () => Error): Promise<Result> {
    if (this.#running >= MOST_RUNNING) {
      if (this.#waiting.length >= MOST_WAITING) throw tooMany();
      await new Promise<void>((start, reject) => this.#waiting.push({ start, reject }));
    }
    this.#running++;
    try {
      return await call();
    } finally {
      this.#running--;
      // The latest rows are those that the user sees.
      this.#waiting.pop()?.start();
    }
  }

  /** Rejects the calls that wait: they would fail for the same reason, one after the other. */
  giveUp(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
