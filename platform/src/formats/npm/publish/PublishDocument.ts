import { HttpError } from '../../../errors/HttpError.ts';
import { Base64Decoder } from './Base64Decoder.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Maximum bytes of the document without the tarball: manifest, readme, and other fields. */
const restLimit = 10 * 1024 * 1024;
/** The path of a tarball's bytes, `_attachments → file → data`, is this deep. */
const dataDepth = 3;

const quote = 0x22;
const backslash = 0x5c;

/**
 * The one JSON document of an npm publish, read as a stream: the base64 in `_attachments.*.data` is
 * handed on decoded as it arrives, everything else is kept for `rest()`. Throws `HttpError` 400 for
 * what is not such a document.
 */
export class PublishDocument {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #kept: Buffer[] = [];
  #keptSize = 0;

  /** `{` or `[` of every open container, outermost first. */
  readonly #open: number[] = [];
  /** The key that each open object is at. */
  readonly #keys: string[] = [];
  #wantsKey = false;
  /** The pieces of the string that is being read, quotes included, when it is a key. */
  #key: Buffer[] | undefined;
  #inString = false;
  #escaped = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /**
   * The tarballs in their order. The bytes of one must be read to their end before the next is
   * asked for.
   */
  async *tarballs(): AsyncGenerator<{ file: string; bytes: AsyncIterable<Buffer> }> {
    for (;;) {
      if (this.#scan()) yield { file: this.#keys[1] ?? '', bytes: this.#data() };
      else if (!(await this.#fill())) return;
    }
  }

  /** The document without the bytes of its tarballs; call it once `tarballs()` has ended. */
  rest(): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(utf8.decode(Buffer.concat(this.#kept)));
    } catch (error) {
      throw new HttpError(
        400,
        'BAD_JSON',
        `The document is not valid JSON in UTF-8: ${(error as Error).message.slice(0, 200)}`,
      );
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new HttpError(400, 'BAD_DOCUMENT', 'The document is not a JSON object');
    }
    return value as Record<string, unknown>;
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.#at = 0;
    return true;
  }

  /** Keeps bytes up to the end of the chunk; true when a tarball's data begins there. */
  #scan(): boolean {
    const from = this.#at;
    while (this.#at < this.#chunk.length) {
      if (this.#inString) {
        this.#passString();
        continue;
      }
      const byte = this.#chunk[this.#at++];
      if (byte === quote) {
        this.#inString = true;
        if (this.#wantsKey && this.#open.length <= dataDepth) this.#key = [];
        else if (this.#atData()) {
          this.#keep(from);
          this.#inString = false;
          return true;
        }
      } else this.#structure(byte);
    }
    this.#keep(from);
    return false;
  }

  /** Up to the end of the string or of the chunk. */
  #passString(): void {
    const from = this.#at;
    while (this.#at < this.#chunk.length) {
      const byte = this.#chunk[this.#at++];
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) {
        this.#inString = false;
        break;
      }
    }
    if (!this.#key) return;
    this.#key.push(this.#chunk.subarray(from, this.#at));
    if (this.#inString) return;
    this.#keys[this.#open.length - 1] = readKey(this.#key);
    this.#key = undefined;
    this.#wantsKey = false;
  }

  #structure(byte: number | undefined): void {
    if (byte === 0x7b || byte === 0x5b) {
      this.#open.push(byte);
      this.#wantsKey = byte === 0x7b;
      if (this.#open.length > 500)
        throw new HttpError(400, 'BAD_JSON', 'The document is nested deeper than 500 levels');
    } else if (byte === 0x7d || byte === 0x5d) {
      this.#open.pop();
      this.#keys.length = Math.min(this.#keys.length, this.#open.length);
      this.#wantsKey = false;
    } else if (byte === 0x2c) this.#wantsKey = this.#open.at(-1) === 0x7b;
  }

  #atData(): boolean {
    const [root, file, field] = this.#keys;
    return (
      this.#open.length === dataDepth &&
      this.#open.every((container) => container === 0x7b) &&
      root === '_attachments' &&
      field === 'data' &&
      file?.endsWith('.tgz') === true
    );
  }

  #keep(from: number): void {
    if (this.#at === from) return;
    this.#keptSize += this.#at - from;
    if (this.#keptSize > restLimit) {
      throw new HttpError(
        413,
        'TOO_LARGE',
        `The document without its tarball is larger than ${restLimit} bytes`,
      );
    }
    this.#kept.push(this.#chunk.subarray(from, this.#at));
  }

  /** The decoded string. Only its closing quote is stored. */
  async *#data(): AsyncGenerator<Buffer> {
    const decoder = new Base64Decoder();
    for (;;) {
      const end = this.#chunk.indexOf(quote, this.#at);
      const bytes = decoder.push(this.#chunk.subarray(this.#at, end < 0 ? this.#chunk.length : end));
      this.#at = end < 0 ? this.#chunk.length : end;
      if (bytes.length > 0) yield bytes;
      if (end >= 0) break;
      if (!(await this.#fill())) throw new HttpError(400, 'BAD_JSON', 'The document ends within the tarball');
    }
    const last = decoder.end();
    if (last.length > 0) yield last;
    const from = this.#at++;
    this.#keep(from);
  }
}

function readKey(pieces: Buffer[]): string {
  const text = `"${Buffer.concat(pieces).toString()}`;
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new HttpError(
      400,
      'BAD_JSON',
      `The document contains a key that is not a JSON string: ${text.slice(0, 100)}`,
    );
  }
}
