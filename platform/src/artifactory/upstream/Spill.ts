import { Readable } from 'node:stream';

/** Bytes that wait for a slow reader before the source is held up for it. */
const mostWaiting = 8 * 1024 * 1024;
/** How long the source is held up at most, in milliseconds: others wait for it too. */
const patience = 10_000;

/**
 * Bytes on their way into storage, handed on to a reader as they pass. The last piece stays back until `finish`, so that
 * the reader never has all of something that turns out to be wrong. A reader that goes away or stands still is left behind.
 */
export class Spill {
  /** For the reader. */
  readonly readable: Readable;
  readonly #source: AsyncIterable<Uint8Array>;
  #last: Uint8Array | undefined;
  #goOn: (() => void) | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
    this.readable = new Readable({
      highWaterMark: 1024 * 1024,
      read: () => this.#goOn?.(),
      destroy: (error, done) => {
        this.#goOn?.();
        done(error);
      },
    });
    // Whoever reads hears of it by himself; where nobody does, nobody needs to.
    this.readable.on('error', () => undefined);
  }

  /** For the storage. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#source) {
      if (this.#last) await this.#pass(this.#last);
      this.#last = chunk;
      yield chunk;
    }
  }

  /** All of it was right. */
  finish(): void {
    if (this.readable.destroyed) return;
    if (this.#last) this.readable.push(this.#last);
    this.readable.push(null);
  }

  fail(error: Error): void {
    this.readable.destroy(error);
  }

  async #pass(chunk: Uint8Array): Promise<void> {
    if (this.readable.destroyed) return;
    if (this.readable.push(chunk) || this.readable.readableLength < mostWaiting) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      timer = setTimeout(() => this.fail(new Error('The reader stands still')), patience);
    });
    clearTimeout(timer);
    this.#goOn = undefined;
  }
}
