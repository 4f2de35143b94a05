import type { Readable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReader, type ZipFile } from 'yauzl';
import { HttpError } from '../errors/HttpError.ts';
import type { ArchiveBytes } from './ArchiveBytes.ts';
import { type ArchiveContents, ArchiveReading, type ReadOptions, type Take } from './ArchiveReading.ts';
import { ZipBytes } from './ZipBytes.ts';

/**
 * Reads a zip archive's directory, and of its files those that are wanted: the others are not unpacked. Throws `HttpError` 400 that
 * says what is wrong with it.
 */
export async function readZip(bytes: ArchiveBytes, options: ReadOptions): Promise<ArchiveContents> {
  const reading = new ArchiveReading(options, bytes.size);
  const reader = new ZipBytes(bytes);
  try {
    return await Promise.race([reader.failed, readThrough(reader, bytes.size, reading, options)]);
  } catch (error) {
    reading.throwRefusal();
    if (error instanceof HttpError) throw error;
    const { message } = error as Error;
    const path = /^(?:absolute path|invalid relative path): (.*)/s.exec(message)?.[1];
    if (path !== undefined) throw reading.escape(path);
    throw reading.fault(`it is an incomplete zip archive (${message.slice(0, 100)})`);
  }
}

async function readThrough(
  reader: ZipBytes,
  size: number,
  reading: ArchiveReading,
  { links = false }: ReadOptions,
): Promise<ArchiveContents> {
  const zip = await openZip(reader, size);
  const wanted: { entry: Entry; path: string; take: Take }[] = [];
  await eachEntry(zip, (entry) => {
    const kind = links && isLink(entry) ? 'link' : entry.fileName.endsWith('/') ? 'folder' : 'file';
    const { path, take } = reading.enter(entry.fileName, kind, entry.uncompressedSize);
    if (take) wanted.push({ entry, path, take });
  });
  for (const { entry, path, take } of wanted) {
    reading.keep(path, await contentOf(zip, entry, take));
    await reading.handOver();
  }
  return reading.contents();
}

/** By the mode that a Unix gave it: `S_IFLNK` of `S_IFMT`. */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function openZip(reader: ZipBytes, size: number): Promise<ZipFile> {
  // Closing it would be ours to do, and there is nothing to close.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(reader, size, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function eachEntry(zip: ZipFile, see: (entry: Entry) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      try {
        see(entry);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

/** Up to this many packed bytes are unpacked at once: a trip to another thread takes longer. */
const small = 64 * 1024;

async function contentOf(zip: ZipFile, entry: Entry, { atMost, cut }: Take): Promise<Buffer> {
  const { compressedSize, uncompressedSize } = entry;
  const atOnce = entry.compressionMethod === 8 && compressedSize <= small && uncompressedSize <= atMost;
  const raw = { decompress: atOnce ? false : null, decrypt: null, start: null, end: null };
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, raw, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    // It was to be cut here: the rest need not be unpacked.
    if (cut && size > atMost) return Buffer.concat(parts).subarray(0, atMost);
  }
  const packed = Buffer.concat(parts);
  const content = atOnce ? unpacked(packed, uncompressedSize) : packed;
  if (crc32(content) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not match`);
  return content;
}

function unpacked(packed: Buffer, size: number): Buffer {
  const content = inflateRawSync(packed, { maxOutputLength: size + 1 });
  if (content.length !== size)
    throw new Error(`it has ${content.length} bytes instead of the announced ${size}`);
  return content;
}
