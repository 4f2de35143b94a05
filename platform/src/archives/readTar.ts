import { type Duplex, PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { HttpError } from '../errors/HttpError.ts';
import type { ArchiveBytes } from './ArchiveBytes.ts';
import {
  type ArchiveContents,
  type ArchiveEntry,
  ArchiveReading,
  ArchiveTooLarge,
  type ReadOptions,
} from './ArchiveReading.ts';
import { unpackZstandard } from './unpackZstandard.ts';

/**
 * Up to this many compressed bytes are decompressed synchronously, into up to `smallUnpackedBytes`
 * bytes.
 */
const small = 64 * 1024;
const smallUnpackedBytes = 1024 * 1024;

/**
 * Reads a tar archive, compressed or not, to its end. Throws `HttpError` 400 for an invalid
 * archive.
 */
export async function readTar(bytes: ArchiveBytes, options: ReadOptions): Promise<ArchiveContents> {
  const reader = new TarReader(new ArchiveReading(options, bytes.size));
  try {
    const packing = await packingOf(bytes);
    if (options.gzipped && packing !== 'gzip') throw reader.reading.fault('it is not a gzipped tar archive');
    const source = await bytes.open();
    const whole = Buffer.isBuffer(source) ? unpacked(source, packing) : undefined;
    if (whole) await reader.take(whole);
    else
      await pipeline(Buffer.isBuffer(source) ? [source] : source, unpacking(packing, options), (chunks) =>
        reader.takeAll(chunks as AsyncIterable<Buffer>),
      );
    return reader.contents();
  } catch (error) {
    reader.reading.rethrowCallbackError();
    // Stopping early appears as an aborted pipeline; the reader has the actual reason.
    if (reader.fault) throw reader.fault;
    if (error instanceof HttpError) throw error;
    throw reader.reading.fault(`it is an incomplete tar archive (${(error as Error).message.slice(0, 100)})`);
  }
}

/** Whether the bytes start like a tar archive or a supported compression. */
export async function isTar(bytes: ArchiveBytes): Promise<boolean> {
  if ((await packingOf(bytes)) !== 'none') return true;
  if (bytes.size < blockSize) return false;
  const source = await bytes.open({ start: 0, end: blockSize - 1 });
  const first = Buffer.isBuffer(source) ? source : await buffer(source);
  return isHeader(first);
}

const blockSize = 512;
/** Position of the header checksum. The sum treats the field itself as spaces. */
const sumField = { start: 148, end: 156 };

function isHeader(block: Buffer): boolean {
  const { start, end } = sumField;
  const claimed = Number.parseInt(block.toString('latin1', start, end).trim(), 8);
  const rest = [...block.subarray(0, start), ...block.subarray(end)];
  return rest.reduce((sum, byte) => sum + byte, (end - start) * 0x20) === claimed;
}

type Packing = 'gzip' | 'zstandard' | 'none';

/** Detects the compression from the first bytes. */
async function packingOf(bytes: ArchiveBytes): Promise<Packing> {
  if (bytes.size < 4) return 'none';
  const source = await bytes.open({ start: 0, end: 3 });
  const first = Buffer.isBuffer(source) ? source : await buffer(source);
  if (first[0] === 0x1f && first[1] === 0x8b) return 'gzip';
  return first.readUInt32LE(0) === zstandardMagic ? 'zstandard' : 'none';
}

const zstandardMagic = 0xfd2fb528;

function unpacking(packing: Packing, { zstandard }: ReadOptions): Duplex {
  if (packing === 'gzip') return createGunzip({ chunkSize: 128 * 1024 });
  return packing === 'zstandard' && zstandard ? unpackZstandard() : new PassThrough();
}

/**
 * Undefined if the data is, or becomes, larger than expected; the caller then streams it with
 * limits.
 */
function unpacked(source: Buffer, packing: Packing): Buffer | undefined {
  if (packing === 'none') return source;
  if (packing !== 'gzip' || source.length > small) return undefined;
  try {
    return gunzipSync(source, { maxOutputLength: smallUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

class TarReader {
  readonly reading: ArchiveReading;
  readonly #parser: Parser;
  /** The first error found. */
  fault: Error | undefined;
  #received = 0;
  /** Data after the end of the archive is ignored. */
  #over = false;

  constructor(reading: ArchiveReading) {
    this.reading = reading;
    this.#parser = new Parser({
      gzip: false,
      brotli: false,
      zstd: false,
      // Limit for metadata about the next entry, such as paths and times, which is held in memory.
      maxMetaEntrySize: 1024 * 1024,
      onReadEntry: (entry) => this.#entry(entry),
      onwarn: (code, message) => {
        if (code !== 'TAR_ENTRY_INFO')
          this.fault ??= reading.fault(`it is damaged (${String(message).slice(0, 100)})`);
      },
    });
    this.#parser.on('eof', () => {
      this.#over = true;
    });
  }

  /** Reads a whole, uncompressed archive. */
  async take(archive: Buffer): Promise<void> {
    await this.#writeAndFlush(archive);
    await this.#finish();
  }

  /**
   * Reads chunks. Each entry is consumed as it appears, so a write has processed its chunk when it
   * returns.
   */
  async takeAll(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      await this.#writeAndFlush(chunk);
    }
    await this.#finish();
  }

  /** Passes on contents that are before a limit in the same chunk. */
  async #writeAndFlush(chunk: Buffer): Promise<void> {
    try {
      this.#write(chunk);
    } catch (error) {
      if (error instanceof ArchiveTooLarge) await this.reading.flush();
      throw error;
    }
    await this.reading.flush();
  }

  contents(): ArchiveContents {
    if (this.fault) throw this.fault;
    return this.reading.contents();
  }

  #write(chunk: Buffer): void {
    // The parser would decompress a second layer without limits. No path starts with this byte.
    if (this.#received === 0 && chunk[0] === 0x1f)
      this.fault ??= this.reading.fault('it is compressed twice');
    this.#received += chunk.length;
    // Counts bytes after decompression, whatever the headers claim.
    if (!this.fault) this.#attempt(() => this.reading.checkUnpacked(this.#received));
    // Without this, the parser would buffer all of it and copy it with each chunk.
    if (!this.fault && !this.#over) this.#parser.write(chunk);
    if (this.fault) throw this.fault;
  }

  async #finish(): Promise<void> {
    this.#parser.end();
    if (this.#received < blockSize) this.fault ??= this.reading.fault('it is an incomplete tar archive');
    if (!this.fault) await this.reading.flush();
  }

  #entry(entry: ReadEntry): void {
    const found = this.fault
      ? undefined
      : this.#attempt(() => this.reading.enter(entry.path, kindOf(entry.type), entry.size));
    const take = found?.take;
    const hashing = found && kindOf(entry.type) === 'file' ? this.reading.hashing(found.path) : undefined;
    if (hashing) {
      entry.on('data', (part: Buffer) => hashing.update(part));
      entry.on('end', () => hashing.end());
    }
    if (!take) {
      entry.resume();
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    entry.on('data', (part: Buffer) => {
      if (size < take.maxBytes) parts.push(part.subarray(0, take.maxBytes - size));
      size += part.length;
    });
    entry.on('end', () => this.reading.keep(found.path, Buffer.concat(parts)));
  }

  /** Records errors, because callbacks of the parser must not throw. */
  #attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.fault ??= error as Error;
      return undefined;
    }
  }
}

function kindOf(type: string): ArchiveEntry['kind'] {
  if (['File', 'OldFile', 'ContiguousFile'].includes(type)) return 'file';
  if (type === 'Directory') return 'folder';
  return type === 'Link' || type === 'SymbolicLink' ? 'link' : 'other';
}
