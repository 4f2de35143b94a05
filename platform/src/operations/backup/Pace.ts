import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of work between pauses: shorter than what clients notice. */
const workMs = 5;
/** A pause is this many times as long as the work before it. */
const rest = 3;
/** The longest pause: the time before it can be a wait for a slow network. */
const mostMs = 1000;

export interface PaceOptions {
  /** Whether clients are served. */
  isBusy?: (() => boolean) | undefined;
  signal?: AbortSignal | undefined;
  /** By default, of the process. */
  clock?: Clock | undefined;
}

interface Clock {
  /** Milliseconds. */
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const processClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, signal ? { signal } : undefined),
};

/**
 * Makes pauses in work while clients are served, so that it takes a quarter of a processor and of a
 * disk from them, not all. Work that waits for them takes longer, and gets longer pauses, up to a
 * second.
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: Clock;
  #began: number;

  constructor(options: PaceOptions = {}) {
    this.#options = options;
    this.#clock = options.clock ?? processClock;
    this.#began = this.#clock.now();
  }

  get isBusy(): boolean {
    return this.#options.isBusy?.() ?? false;
  }

  /** Pauses if it is time. Rejects if the signal is aborted. */
  async rest(): Promise<void> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const worked = this.#clock.now() - this.#began;
    if (worked < workMs) return;
    if (this.isBusy) await this.#clock.wait(Math.min(worked * rest, mostMs), signal);
    this.#began = this.#clock.now();
  }

  /** Passes content on, with pauses. */
  async *of<Chunk>(source: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of source) {
      yield chunk;
      await this.rest();
    }
  }
}
