import { action, makeObservable, observable } from 'mobx';

/** Pauses in milliseconds before lost calls are worth repeating though the server was reached all along; the last one goes on. */
export const ECHOES_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** After this time without a lost call, the next one is the first again, in milliseconds. */
const FORGET_MS = 60_000;

/** Counts the moments at which calls that were lost are worth repeating. */
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

  /** A call was lost, and the server can be reached: by then the loss is over, or lies on the way of this call alone. */
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
