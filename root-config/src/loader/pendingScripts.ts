import { ChunkLoadError } from './ChunkLoadError.ts';

/** Scripts on their way, each under the chunk clock; any of them can be given up. */
export class PendingScripts {
  readonly #clock: number;
  readonly #abandon = new Map<string, (reason: string) => void>();

  /** `clock`: milliseconds that a script may take. */
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

  /** Rejects what is still on its way among the addresses that `matches` picks. */
  giveUp(matches: (url: string) => boolean): void {
    for (const [url, abandon] of [...this.#abandon]) {
      if (matches(url)) abandon('given up for another attempt');
    }
  }
}
