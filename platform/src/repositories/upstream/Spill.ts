import { Readable } from 'node:stream';

/** Maximum buffered bytes for a slow reader before the source is paused. */
const mostWaiting = 8 * 1024 * 1024;
/** Milliseconds between checks of the reader's progress while the source is paused. */
const round = 10_000;
/** Interval if other readers wait as well. */
const hurriedRound = 1_000;
/** Minimum bytes that the reader must accept per interval. */
const leastProgress = 1024 * 1024;

/**
 * Passes bytes on their way to the storage on to a reader. Withholds the last chunk until `finish`,
 * so that the reader never completes an invalid file. Continues if the reader disconnects. Stops
 * waiting for a reader that stalls, or is slow while others wait too: such a reader gets the rest
 * from the storage, once the file is complete.
 */
export class Spill {
  /** For the reader. */
  readonly readable: Readable;
  readonly #source: AsyncIterable<Uint8Array>;
  #last: Uint8Array | undefined;
  /** Bytes sent to the reader or buffered for it. */
  #given = 0;
  #behind = false;
  #hurried = false;
  #goOn: (() => void) | undefined;
  #lookSooner: (() => void) | undefined;

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
    // Readers handle errors of their own stream; without a reader, the error is irrelevant.
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

  /** Signals that others wait as well: the reader gets the shorter interval from now on. */
  hurry(): void {
    this.#hurried = true;
    this.#lookSooner?.();
  }

  /** Ends successfully: all bytes are valid and stored. `open` reads them from an offset. */
  finish(open: (from: number) => Promise<AsyncIterable<Uint8Array>>): void {
    if (this.readable.destroyed) return;
    if (this.#behind) {
      this.#catchUp(open).catch((error: Error) => this.fail(error));
      return;
    }
    if (this.#last) this.readable.push(this.#last);
    this.readable.push(null);
  }

  fail(error: Error): void {
    this.readable.destroy(error);
  }

  async #pass(chunk: Uint8Array): Promise<void> {
    if (this.readable.destroyed || this.#behind) return;
    this.#given += chunk.length;
    if (this.readable.push(chunk) || this.readable.readableLength < mostWaiting) return;
    for (;;) {
      const waiting = this.readable.readableLength;
      if (await this.#wanted(this.#hurried ? hurriedRound : round)) return;
      this.#behind = this.#hurried || waiting - this.readable.readableLength < leastProgress;
      if (this.#behind) return;
    }
  }

  async #catchUp(open: (from: number) => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
    for await (const chunk of await open(this.#given)) {
      if (!this.readable.destroyed && !this.readable.push(chunk)) await this.#wanted();
      if (this.readable.destroyed) return;
    }
    this.readable.push(null);
  }

  /** Whether the reader requests more or disconnects within that time. */
  async #wanted(patience?: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const wanted = await new Promise<boolean>((resolve) => {
      this.#goOn = () => resolve(true);
      if (patience === undefined) return;
      const look = () => resolve(false);
      timer = setTimeout(look, patience);
      this.#lookSooner = () => {
        clearTimeout(timer);
        timer = setTimeout(look, hurriedRound);
      };
    });
    clearTimeout(timer);
    this.#goOn = undefined;
    this.#lookSooner = undefined;
    return wanted;
  }
}
