/**
 * Maximum number of unpacked bytes: metadata is at the beginning of an archive, and an archive bomb
 * is not unpacked.
 */
const LOOKED_THROUGH = 64 * 1024 * 1024;
const BLOCK = 512;
const LARGEST_TEXT = 4 * 1024 * 1024;

/**
 * Returns the text of the first matching file in a gzipped tar archive; `undefined` if no file
 * matches. Throws for invalid gzip.
 */
export async function readFromTgz(
  file: Blob,
  wanted: (path: string) => boolean,
): Promise<string | undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const bytes = new Buffered(reader);
  try {
    while (bytes.read < LOOKED_THROUGH) {
      const head = await bytes.take(BLOCK);
      if (head === undefined || head[0] === 0) return undefined;
      const path = [text(head, 345, 155), text(head, 0, 100)].filter(Boolean).join('/');
      const size = Number.parseInt(text(head, 124, 12), 8) || 0;
      const padded = Math.ceil(size / BLOCK) * BLOCK;
      const isFile = head[156] === 0 || head[156] === 0x30;
      if (isFile && wanted(path) && size <= LARGEST_TEXT) {
        const content = await bytes.take(padded);
        return content && new TextDecoder().decode(content.subarray(0, size));
      }
      if (!(await bytes.skip(padded))) return undefined;
    }
    return undefined;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function text(block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end)).trim();
}

/** Reads bytes from a stream in chunks of a requested size. */
class Buffered {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = new Uint8Array();
  read = 0;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  /** Returns `undefined` if the stream ends earlier. */
  async take(count: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length < count) {
      const { value } = await this.#reader.read();
      if (!value) return undefined;
      const joined = new Uint8Array(this.#rest.length + value.length);
      joined.set(this.#rest);
      joined.set(value, this.#rest.length);
      this.#rest = joined;
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.slice(count);
    this.read += count;
    return taken;
  }

  /** Returns whether the stream contained that many bytes. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > this.#rest.length) {
      left -= this.#rest.length;
      const { value } = await this.#reader.read();
      if (!value) return false;
      this.#rest = new Uint8Array(value);
    }
    this.#rest = this.#rest.slice(left);
    this.read += count;
    return true;
  }
}
