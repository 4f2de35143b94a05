import type { Disposer, Periodic } from '@lading/contract';
import { autorun } from 'mobx';

export interface PeriodicParts {
  /** Observable. True while the page is visible and the server is reachable. */
  readonly running: () => boolean;
  readonly failed: (error: unknown) => void;
}

/** Runs all periodic work. Pauses as a whole; overdue jobs run immediately when it resumes. */
export class PeriodicWork implements Periodic {
  readonly #parts: PeriodicParts;

  constructor(parts: PeriodicParts) {
    this.#parts = parts;
  }

  get paused(): boolean {
    return !this.#parts.running();
  }

  repeat(run: (signal: AbortSignal) => Promise<unknown>, milliseconds: number): Disposer {
    if (!(milliseconds > 0)) throw new RangeError(`repeat: found ${milliseconds} ms, expected more than 0`);
    const job = new Job(run, milliseconds, this.#parts);
    return () => job.end();
  }
}

class Job {
  readonly #run: (signal: AbortSignal) => Promise<unknown>;
  readonly #every: number;
  readonly #parts: PeriodicParts;
  readonly #controller = new AbortController();
  readonly #stop: Disposer;
  #due: number;
  #busy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: (signal: AbortSignal) => Promise<unknown>, every: number, parts: PeriodicParts) {
    this.#run = run;
    this.#every = every;
    this.#parts = parts;
    this.#due = Date.now() + every;
    this.#stop = autorun(() => {
      const running = parts.running();
      clearTimeout(this.#timer);
      if (running) this.#wait();
    });
  }

  end(): void {
    this.#stop();
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  /**
   * Schedules the next run. A run in progress is never interrupted; the interval starts at its end.
   */
  #wait(): void {
    if (this.#busy || this.#controller.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#now(), Math.max(0, this.#due - Date.now()));
  }

  async #now(): Promise<void> {
    this.#busy = true;
    try {
      await this.#run(this.#controller.signal);
    } catch (error) {
      if (!this.#controller.signal.aborted) this.#parts.failed(error);
    }
    this.#busy = false;
    this.#due = Date.now() + this.#every;
    if (this.#parts.running()) this.#wait();
  }
}
