import { HttpError } from '../errors/HttpError.ts';

/**
 * Limits work that reads whole archives: some run in parallel, some wait, and further callers are
 * rejected and must retry.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  readonly #parallel: number;
  readonly #queue: number;

  constructor(parallel: number, queue: number) {
    this.#parallel = parallel;
    this.#queue = queue;
  }

  /**
   * Throws `HttpError` 503 when too many wait already. A caller who has gone waits no longer, and
   * the reason of the signal is thrown.
   */
  async run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    gone?.throwIfAborted();
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#queue)
        throw new HttpError(
          ...([503, 'BUSY', 'Too many archives are being read. Try again in a moment.'] as const),
          undefined,
          { 'retry-after': '5' },
        );
      // The work that ends passes its turn on, so that none that comes later takes it.
      await this.#turn(gone);
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #turn(gone: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(gone?.reason);
      };
      const begin = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(begin);
      gone?.addEventListener('abort', leave, { once: true });
    });
  }
}
