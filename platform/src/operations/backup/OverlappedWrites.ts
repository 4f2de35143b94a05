type Source = AsyncIterable<Uint8Array>;

/**
 * Reads sources one after the other, and lets up to `most` of their writers end later: a bucket
 * takes longer to answer than most tables to be read.
 */
export class OverlappedWrites {
  readonly #most: number;
  readonly #open = new Set<Promise<unknown>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Resolves when the source has been read; `written` is the result of the writer. Rejects if a
   * writer that it waits for fails.
   */
  async add<T>(source: Source, write: (source: Source) => Promise<T>): Promise<{ written: Promise<T> }> {
    while (this.#open.size >= this.#most) await Promise.race(this.#open);
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const written = write(notifying(source, resolve));
    const open = written.finally(() => this.#open.delete(open));
    // The caller gets the same error.
    open.catch(() => undefined);
    this.#open.add(open);
    await Promise.race([read, written]);
    return { written };
  }

  /** Waits until nothing is written any more, also after a failure. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#open);
  }
}

async function* notifying(source: Source, onEnd: () => void): AsyncGenerator<Uint8Array> {
  yield* source;
  onEnd();
}
