/**
 * Runs a check for concurrent callers, one at a time. Callers share the next check, not the one in
 * progress, which may have read what has changed since.
 */
export class SharedCheck<Result> {
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(private readonly check: () => Promise<Result>) {}

  /** Resolves with the result of a check that began after the call. */
  run(): Promise<Result> {
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<Result> {
    const running = this.check().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
