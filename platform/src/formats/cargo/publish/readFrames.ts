import { HttpError } from '../../../errors/HttpError.ts';

/** The metadata and the file of a publish request. */
export interface Frames {
  metadata: unknown;
  /** As announced by the client. */
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** Includes the text of the readme. */
const maxMetadataBytes = 10 * 1024 * 1024;

const invalidRequest = (what: string) =>
  new HttpError(400, 'BAD_PUBLISH', `Invalid publish request: ${what}`);

/**
 * Reads a publish request: length of the metadata, metadata as JSON, length of the file, file.
 * Lengths are 32-bit little-endian. Throws `HttpError` 400 or 413; `bytes` throws if the body ends
 * early or continues after the file.
 */
export async function readFrames(body: AsyncIterable<Uint8Array>, maxFileBytes: number): Promise<Frames> {
  const reader = new FrameReader(body);
  const length = await reader.length('metadata');
  if (length > maxMetadataBytes) throw tooLarge('its metadata', maxMetadataBytes);
  const text = (await reader.take(length, 'metadata')).toString();
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw invalidRequest('its metadata is not JSON');
  }
  const size = await reader.length('file');
  if (size > maxFileBytes) throw tooLarge('its file', maxFileBytes);
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
      if (!next) throw invalidRequest(`it ends within the ${what} after ${held} of ${size} bytes`);
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
      if (passed > size) throw invalidRequest(`it announces a file of ${size} bytes but contains more`);
      if (part.length > 0) yield part;
    }
    if (passed < size) throw invalidRequest(`it ends within the file after ${passed} of ${size} bytes`);
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
