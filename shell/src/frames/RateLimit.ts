/** Limits how often something happens in any period of the given length. */
export class RateLimit {
  readonly #most: number;
  readonly #milliseconds: number;
  #times: number[] = [];

  constructor(most: number, milliseconds: number) {
    this.#most = most;
    this.#milliseconds = milliseconds;
  }

  /** Whether the limit is reached now. */
  get reached(): boolean {
    const now = performance.now();
    this.#times = this.#times.filter((time) => now - time < this.#milliseconds);
    return this.#times.length >= this.#most;
  }

  /** Counts once, unless the limit is reached. Returns whether it was within the limit. */
  take(): boolean {
    if (this.reached) return false;
    this.#times.push(performance.now());
    return true;
  }
}
