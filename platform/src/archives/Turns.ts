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

  /** Throws `HttpError` 503 when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#queue)
        throw new HttpError(
          ...([503, 'BUSY', 'Too many archives are being read. Try again in a moment.'] as const),
          undefined,
          { 'retry-after': '5' },
        );
      // The work that ends passes its turn on, so that none that comes later takes it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
