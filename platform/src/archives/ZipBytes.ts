import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { ArchiveBytes } from './ArchiveBytes.ts';

/**
 * Bytes to read at a time: the directory is read entry by entry, and a disk access per entry is
 * slower.
 */
const windowSize = 256 * 1024;

/** Feeds the bytes of an archive to the zip reader (yauzl). */
export class ZipBytes extends RandomAccessReader {
  /**
   * Rejects with an error that the zip reader threw in a callback, where no caller can catch it.
   */
  readonly failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  readonly #bytes: ArchiveBytes;
  #window: { start: number; content: Buffer } = { start: 0, content: Buffer.alloc(0) };

  constructor(bytes: ArchiveBytes) {
    super();
    this.#bytes = bytes;
    this.failed = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => undefined);
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, read?: number) => void,
  ): void {
    this.#load(position, length)
      .then(
        (content) => done(null, content.copy(into, offset, 0, length)),
        (error: Error) => done(error),
      )
      .catch(this.#fail);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#stream(start, end), { objectMode: false });
  }

  override close(done: (error: Error | null) => void): void {
    done(null);
  }

  async *#stream(start: number, end: number): AsyncGenerator<Buffer> {
    if (end <= start) return;
    const source = await this.#bytes.open({ start, end: end - 1 });
    if (Buffer.isBuffer(source)) yield source;
    else yield* source as AsyncIterable<Buffer>;
  }

  async #load(position: number, length: number): Promise<Buffer> {
    const { start, content } = this.#window;
    if (position >= start && position + length <= start + content.length)
      return content.subarray(position - start);
    if (position < 0 || position >= this.#bytes.size) return Buffer.alloc(0);
    const end = Math.min(position + Math.max(length, windowSize), this.#bytes.size);
    const source = await this.#bytes.open({ start: position, end: end - 1 });
    const loaded = Buffer.isBuffer(source) ? source : await buffer(source);
    this.#window = { start: position, content: loaded };
    return loaded;
  }
}
