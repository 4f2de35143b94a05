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
    if (this.#running < MOST_RUNNING) this.#running++;
    else {
      if (this.#waiting.length >= MOST_WAITING) throw tooMany();
      await new Promise<void>((start, reject) => this.#waiting.push({ start, reject }));
    }
    try {
      return await call();
    } finally {
      // The latest rows are those that the user sees. They take the place of this call.
      const next = this.#waiting.pop();
      if (next) next.start();
      else this.#running--;
    }
  }

  /** Rejects the calls that wait, which would fail for the same reason. */
  giveUp(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
