import { HttpError } from '../../../errors/HttpError.ts';

/** The crate's file, after what is said of it. */
export interface Frames {
  metadata: unknown;
  /** As the client says it. */
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** A readme is in it. */
const largestMetadata = 10 * 1024 * 1024;

const bad = (what: string) => new HttpError(400, 'BAD_PUBLISH', `Invalid publish request: ${what}`);

/**
 * Reads a publish request: the length of the metadata, the metadata as JSON, the length of the file, the file. Lengths have 32 bits,
 * the lowest first. Throws `HttpError` 400 or 413; `bytes` does where the body ends early or goes on.
 */
export async function readFrames(body: AsyncIterable<Uint8Array>, largestFile: number): Promise<Frames> {
  const reader = new FrameReader(body);
  const length = await reader.length('metadata');
  if (length > largestMetadata) throw tooLarge('its metadata', largestMetadata);
  const text = (await reader.take(length, 'metadata')).toString();
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw bad('its metadata is not JSON');
  }
  const size = await reader.length('file');
  if (size > largestFile) throw tooLarge('its file', largestFile);
  return { metadata, size, bytes: reader.rest(size) };
}

function tooLarge(what: string, limit: number): HttpError {
  return new HttpError(413, 'TOO_LARGE', `Invalid publish request: ${what} is larger than ${limit} bytes`);
}

class FrameReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #left: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  async length(of: string): Promise<number> {
    return (await this.take(4, `length of its ${of}`)).readUInt32LE(0);
  }

  async take(size: number, what: string): Promise<Buffer> {
    const parts = [this.#left];
    let held = this.#left.length;
    while (held < size) {
      const next = await this.#next();
      if (!next) throw bad(`it ends within the ${what} after ${held} of ${size} bytes`);
      parts.push(next);
      held += next.length;
    }
    const all = parts.length === 1 ? this.#left : Buffer.concat(parts);
    this.#left = all.subarray(size);
    return all.subarray(0, size);
  }

  async *rest(size: number): AsyncGenerator<Uint8Array> {
    let passed = 0;
    for (let part: Buffer | undefined = this.#left; part; part = await this.#next()) {
      passed += part.length;
      if (passed > size) throw bad(`it announces a file of ${size} bytes but contains more`);
      if (part.length > 0) yield part;
    }
    if (passed < size) throw bad(`it ends within the file after ${passed} of ${size} bytes`);
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const next = await this.#source.next();
      return next.done ? undefined : Buffer.from(next.value);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(400, 'BROKEN_OFF', 'The publish request was aborted. Nothing was stored.');
    }
  }
}
