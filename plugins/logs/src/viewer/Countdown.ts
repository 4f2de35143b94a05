import { action, computed, makeObservable, observable } from 'mobx';

/** Milliseconds between two refreshes when the server does not specify it. */
const DEFAULT_REFRESH_RATE = 10_000;
/** Milliseconds between two ticks. */
export const TICK = 1000;

/** Counts down to the next refresh. */
export class Countdown {
  readonly #due: () => void;
  rate = DEFAULT_REFRESH_RATE;
  remaining = DEFAULT_REFRESH_RATE;
  paused = false;

  constructor(due: () => void) {
    this.#due = due;
    makeObservable(this, {
      rate: observable,
      remaining: observable,
      paused: observable,
      seconds: computed,
      restart: action,
      tick: action,
      pause: action,
      resume: action,
    });
  }

  get seconds(): number {
    return Math.ceil(this.remaining / 1000);
  }

  /** Starts over, at another rate if given; stays paused if paused. */
  restart(rate = this.rate): void {
    this.rate = rate > 0 ? rate : DEFAULT_REFRESH_RATE;
    this.remaining = this.rate;
  }

  tick(): void {
    if (this.paused) return;
    this.remaining = Math.max(0, this.remaining - TICK);
    if (this.remaining > 0) return;
    this.restart();
    this.#due();
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}
