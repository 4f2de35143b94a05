import { action, makeObservable, observable } from 'mobx';

/**
 * Pauses before lost calls are retried while the server is reachable, in milliseconds. The last one
 * repeats.
 */
export const ECHOES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Time without a lost call after which the pauses start over, in milliseconds. */
const FORGET_MS = 60_000;

/** Counts the moments at which lost calls should be retried. */
export class Recoveries {
  count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #echoes = 0;
  #last = 0;

  constructor() {
    makeObservable(this, { count: observable, now: action });
  }

  now(): void {
    this.count++;
  }

  /**
   * Schedules a retry after a call was lost although the server is reachable: the failure has
   * passed, or affects only this call.
   */
  soon(): void {
    if (this.#timer !== undefined) return;
    if (Date.now() - this.#last > FORGET_MS) this.#echoes = 0;
    this.#last = Date.now();
    const pause = ECHOES_MS[Math.min(this.#echoes++, ECHOES_MS.length - 1)];
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.now();
    }, pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
