import { ChunkLoadError } from './ChunkLoadError.ts';

/** Scripts being loaded, with a timeout. Each can be canceled. */
export class PendingScripts {
  readonly #clock: number;
  readonly #abandon = new Map<string, (reason: string) => void>();

  /** `clock`: timeout of a script in milliseconds. */
  constructor(clock: number) {
    this.#clock = clock;
  }

  async race<T>(url: string, arrival: Promise<T> | T): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = new Promise<never>((_, reject) => {
      const giveUp = (reason: string) =>
        reject(new ChunkLoadError({ class: 'timeout', reason, request: url }));
      timer = setTimeout(giveUp, this.#clock, `no answer within ${this.#clock / 1000} s`);
      this.#abandon.set(url, giveUp);
    });
    try {
      return await Promise.race([arrival, end]);
    } finally {
      clearTimeout(timer);
      this.#abandon.delete(url);
    }
  }

  /** Cancels pending scripts whose URLs match. */
  giveUp(matches: (url: string) => boolean): void {
    for (const [url, abandon] of [...this.#abandon]) {
      if (matches(url)) abandon('given up for another attempt');
    }
  }
}
