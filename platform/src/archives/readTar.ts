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
  type ReadOptions,
} from './ArchiveReading.ts';
import { unpackZstandard } from './unpackZstandard.ts';

/** Packed bytes that are unpacked in one go, and how many they may become. */
const small = 64 * 1024;
const smallUnpacked = 1024 * 1024;

/** Reads a tar archive, packed or plain, to its end. Throws `HttpError` 400 that says what is wrong with it. */
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
    reader.reading.throwRefusal();
    // Stopping early shows as an aborted pipeline; the reader knows why.
    if (reader.fault) throw reader.fault;
    if (error instanceof HttpError) throw error;
    throw reader.reading.fault(`it is an incomplete tar archive (${(error as Error).message.slice(0, 100)})`);
  }
}

/** Whether it begins as a tar archive does, or is packed as one may be. */
export async function holdsTar(bytes: ArchiveBytes): Promise<boolean> {
  if ((await packingOf(bytes)) !== 'none') return true;
  if (bytes.size < blockSize) return false;
  const source = await bytes.open({ start: 0, end: blockSize - 1 });
  const first = Buffer.isBuffer(source) ? source : await buffer(source);
  return isHeader(first);
}

const blockSize = 512;
/** Where a header has the sum of its bytes: the field itself counts as blanks. */
const sumField = { start: 148, end: 156 };

function isHeader(block: Buffer): boolean {
  const { start, end } = sumField;
  const claimed = Number.parseInt(block.toString('latin1', start, end).trim(), 8);
  const rest = [...block.subarray(0, start), ...block.subarray(end)];
  return rest.reduce((sum, byte) => sum + byte, (end - start) * 0x20) === claimed;
}

type Packing = 'gzip' | 'zstandard' | 'none';

/** How the bytes are packed, by how they begin. */
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

/** Undefined when it is, or becomes, larger than expected: then the stream with its limits takes over. */
function unpacked(source: Buffer, packing: Packing): Buffer | undefined {
  if (packing === 'none') return source;
  if (packing !== 'gzip' || source.length > small) return undefined;
  try {
    return gunzipSync(source, { maxOutputLength: smallUnpacked });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

class TarReader {
  readonly reading: ArchiveReading;
  readonly #parser: Parser;
  /** The first thing that was wrong. */
  fault: Error | undefined;
  #received = 0;
  /** What follows the archive's end is no part of it. */
  #over = false;

  constructor(reading: ArchiveReading) {
    this.reading = reading;
    this.#parser = new Parser({
      gzip: false,
      brotli: false,
      zstd: false,
      // What an archive says of the entry that follows: paths, times. This much is held in memory.
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

  /** The whole archive, unpacked. */
  async take(archive: Buffer): Promise<void> {
    this.#write(archive);
    await this.#finish();
  }

  /** Every entry flows as soon as it is seen, so that a write is done with its chunk when it returns. */
  async takeAll(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      this.#write(chunk);
      await this.reading.handOver();
    }
    await this.#finish();
  }

  contents(): ArchiveContents {
    if (this.fault) throw this.fault;
    return this.reading.contents();
  }

  #write(chunk: Buffer): void {
    // The parser would unpack what is packed twice, past every limit; no path begins with this byte.
    if (this.#received === 0 && chunk[0] === 0x1f)
      this.fault ??= this.reading.fault('it is compressed twice');
    this.#received += chunk.length;
    // Counted as it comes out of gzip, whatever the archive's headers claim.
    if (!this.fault) this.#attempt(() => this.reading.checkUnpacked(this.#received));
    // The parser would keep it all, and copy it with each chunk.
    if (!this.fault && !this.#over) this.#parser.write(chunk);
    if (this.fault) throw this.fault;
  }

  async #finish(): Promise<void> {
    this.#parser.end();
    if (this.#received < blockSize) this.fault ??= this.reading.fault('it is an incomplete tar archive');
    if (!this.fault) await this.reading.handOver();
  }

  #entry(entry: ReadEntry): void {
    const found = this.fault
      ? undefined
      : this.#attempt(() => this.reading.enter(entry.path, kindOf(entry.type), entry.size));
    const take = found?.take;
    if (!take) {
      entry.resume();
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    entry.on('data', (part: Buffer) => {
      if (size < take.atMost) parts.push(part.subarray(0, take.atMost - size));
      size += part.length;
    });
    entry.on('end', () => this.reading.keep(found.path, Buffer.concat(parts)));
  }

  /** Within the parser nothing may be thrown. */
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
