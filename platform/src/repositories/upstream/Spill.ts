import { Readable } from 'node:stream';

/** Bytes that wait for a slow reader before the source is held up for it. */
const mostWaiting = 8 * 1024 * 1024;
/** How long the source is held up until it is looked how far the reader has come, in milliseconds. */
const round = 10_000;
/** The same where others wait for it too. */
const hurriedRound = 1_000;
/** Bytes that a reader takes in that time at least, for the source to go on waiting for it. */
const leastProgress = 1024 * 1024;

/**
 * Bytes on their way into storage, handed on to a reader as they pass. The last piece stays back until `finish`, so that
 * the reader never has all of something that turns out to be wrong. A reader that goes away is left behind. One that stands still,
 * or is slow while others wait too, no longer holds up the source: it gets the rest from the storage, once all of it is there.
 */
export class Spill {
  /** For the reader. */
  readonly readable: Readable;
  readonly #source: AsyncIterable<Uint8Array>;
  #last: Uint8Array | undefined;
  /** Bytes that the reader was given, or has waiting. */
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

  /** Others wait for it as well: the reader may hold them up for a moment, and no longer. */
  hurry(): void {
    this.#hurried = true;
    this.#lookSooner?.();
  }

  /** All of it was right, and is stored: `open` gives it from a byte on. */
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

  /** Whether the reader asks for more, or has gone away, within that time. */
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
