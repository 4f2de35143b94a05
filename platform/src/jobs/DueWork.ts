/** Milliseconds added to a delay, so that the work is due when the job looks. */
const margin = 50;

export interface DueWorkOptions {
  /** Wakes the job. */
  wake(): void;
  /** Returns the milliseconds until the next work is due; `undefined` if none is waiting. */
  untilNext(): Promise<number | undefined>;
}

/** Wakes a job when scheduled work is due, such as a retry. */
export class DueWork {
  readonly #options: DueWorkOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DueWorkOptions) {
    this.#options = options;
  }

  /** Returns whether work is due now; otherwise wakes the job when it is. */
  async isDue(): Promise<boolean> {
    const { wake, untilNext } = this.#options;
    this.stop();
    const wait = await untilNext();
    if (wait === undefined) return false;
    if (wait <= 0) return true;
    this.stop();
    this.#timer = setTimeout(wake, wait + margin).unref();
    return false;
  }

  /** Call at the end of a run: the job runs again when work is due. */
  async wakeWhenDue(): Promise<void> {
    if (await this.isDue()) this.#options.wake();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
