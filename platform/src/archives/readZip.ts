import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { Entry, fromRandomAccessReader, type ZipFile } from 'yauzl';
import { HttpError } from '../errors/HttpError.ts';
import type { ArchiveBytes } from './ArchiveBytes.ts';
import { type ArchiveContents, ArchiveReading, type ReadOptions, type Take } from './ArchiveReading.ts';
import { ZipBytes } from './ZipBytes.ts';

/**
 * Reads the directory of a zip archive and the files that `take` requests; no other file is
 * decompressed. Throws `HttpError` 400 for an invalid archive.
 */
export async function readZip(bytes: ArchiveBytes, options: ReadOptions): Promise<ArchiveContents> {
  const reading = new ArchiveReading(options, bytes.size);
  const reader = new ZipBytes(bytes);
  try {
    return await Promise.race([reader.failed, readThrough(reader, bytes, reading, options)]);
  } catch (error) {
    reading.rethrowCallbackError();
    if (error instanceof HttpError) throw error;
    const { message } = error as Error;
    const path = /^(?:absolute path|invalid relative path): (.*)/s.exec(message)?.[1];
    if (path !== undefined) throw reading.escape(path);
    throw reading.fault(`it is an incomplete zip archive (${message.slice(0, 100)})`);
  }
}

async function readThrough(
  reader: ZipBytes,
  bytes: ArchiveBytes,
  reading: ArchiveReading,
  { links = false, digest, maxDigestedBytes = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<ArchiveContents> {
  const zip = await openZip(reader, bytes.size);
  const wanted: { entry: Entry; path: string; take: Take }[] = [];
  const isDigested = () => digest !== undefined && reading.contents().unpackedSize <= maxDigestedBytes;
  let files: { entry: Entry; path: string }[] = [];
  let directorySize = 0;
  await eachEntry(zip, (given) => {
    directorySize += sizeInDirectory(given, reading);
    if (directorySize > maxDirectory)
      throw reading.fault(`its directory is larger than ${maxDirectory / 1024 ** 2} MiB`);
    const entry = withoutExtras(given);
    const kind = links && isLink(given) ? 'link' : entry.fileName.endsWith('/') ? 'folder' : 'file';
    const { path, take } = reading.enter(entry.fileName, kind, entry.uncompressedSize);
    if (take) wanted.push({ entry, path, take });
    if (!isDigested()) files = [];
    else if (kind === 'file') files.push({ entry, path });
  });
  await hashAll(zip, files, reading, bytes);
  for (const { entry, path, take } of wanted) {
    reading.keep(path, await contentOf(zip, entry, take));
    await reading.flush();
  }
  return reading.contents();
}

/** Bytes of the directory: it is read as a whole, however small the files are. */
const maxDirectory = 64 * 1024 ** 2;
/** Bytes of the extra fields and the comment of an entry. They can become thousands of objects. */
const maxExtras = 16 * 1024;
const directoryHeaderSize = 46;

function sizeInDirectory(entry: Entry, reading: ArchiveReading): number {
  const extras = entry.extraFieldLength + entry.fileCommentLength;
  if (extras > maxExtras)
    throw reading.fault(`it has an entry with more than ${maxExtras} bytes of extra fields and comment`);
  return directoryHeaderSize + entry.fileNameLength + extras;
}

/**
 * Data that is required to read the content of the entry. Kept small, because all entries are in
 * memory at the same time.
 */
function withoutExtras(given: Entry): Entry {
  const entry = new Entry();
  entry.fileName = given.fileName;
  entry.generalPurposeBitFlag = given.generalPurposeBitFlag;
  entry.compressionMethod = given.compressionMethod;
  entry.crc32 = given.crc32;
  entry.compressedSize = given.compressedSize;
  entry.uncompressedSize = given.uncompressedSize;
  entry.relativeOffsetOfLocalHeader = given.relativeOffsetOfLocalHeader;
  return entry;
}

/** Files and unpacked bytes between two pauses, in which the server handles other requests. */
const batch = { files: 200, bytes: 4 * 1024 * 1024 };

async function hashAll(
  zip: ZipFile,
  files: readonly { entry: Entry; path: string }[],
  reading: ArchiveReading,
  { whole: bytes }: ArchiveBytes,
): Promise<void> {
  let left = { ...batch };
  for (const { entry, path } of files) {
    const hashing = reading.hashing(path);
    if (!hashing) return;
    await hashContent(zip, entry, hashing, bytes);
    left = { files: left.files - 1, bytes: left.bytes - entry.uncompressedSize };
    if (left.files > 0 && left.bytes > 0) continue;
    left = { ...batch };
    await setImmediate();
  }
}

/** Checks the Unix mode: `S_IFLNK` in `S_IFMT`. */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function openZip(reader: ZipBytes, size: number): Promise<ZipFile> {
  // No automatic close: the source has nothing to close.
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

/**
 * Up to this many compressed bytes are decompressed synchronously, which is faster than a thread
 * switch.
 */
const small = 64 * 1024;

/** Up to this many unpacked bytes are hashed in one piece. */
const whole = 1024 * 1024;

interface Hashing {
  update(part: Buffer): void;
  end(): void;
}

async function hashContent(zip: ZipFile, entry: Entry, hashing: Hashing, bytes?: Buffer): Promise<void> {
  const at = bytes && contentAt(bytes, entry);
  if (at) hashing.update(checked(entry, at));
  else if (entry.uncompressedSize <= whole) hashing.update(await contentOf(zip, entry, { maxBytes: whole }));
  else await hashStream(zip, entry, hashing);
  hashing.end();
}

async function hashStream(zip: ZipFile, entry: Entry, hashing: Hashing): Promise<void> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let sum = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    hashing.update(part);
    sum = crc32(part, sum);
  }
  if (sum !== entry.crc32) throw checksumFault(entry);
}

/**
 * The packed bytes of a small entry of an archive in memory: a stream per entry takes 20 times as
 * long. Undefined for an entry that a stream has to read, or whose header is invalid, so that the
 * stream reports it.
 */
function contentAt(bytes: Buffer, entry: Entry): Buffer | undefined {
  const { compressionMethod, compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: at } = entry;
  const unpackable =
    compressionMethod === 8 || (compressionMethod === 0 && compressedSize === uncompressedSize);
  if (!unpackable || entry.isEncrypted() || compressedSize > small || uncompressedSize > whole)
    return undefined;
  if (at + localHeaderSize > bytes.length || bytes.readUInt32LE(at) !== localHeaderMagic) return undefined;
  const start = at + localHeaderSize + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  return start + compressedSize > bytes.length ? undefined : bytes.subarray(start, start + compressedSize);
}

const localHeaderSize = 30;
const localHeaderMagic = 0x04034b50;

function checked(entry: Entry, packed: Buffer): Buffer {
  const content = entry.compressionMethod === 8 ? unpacked(packed, entry.uncompressedSize) : packed;
  if (crc32(content) !== entry.crc32) throw checksumFault(entry);
  return content;
}

function checksumFault(entry: Entry): Error {
  return new Error(`the checksum of ${entry.fileName} does not match`);
}

async function contentOf(zip: ZipFile, entry: Entry, { maxBytes, truncate }: Take): Promise<Buffer> {
  const { compressedSize, uncompressedSize } = entry;
  const atOnce = entry.compressionMethod === 8 && compressedSize <= small && uncompressedSize <= maxBytes;
  const raw = { decompress: atOnce ? false : null, decrypt: null, start: null, end: null };
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, raw, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    // The content is truncated here, so the rest need not be decompressed.
    if (truncate && size > maxBytes) return Buffer.concat(parts).subarray(0, maxBytes);
  }
  const packed = Buffer.concat(parts);
  const content = atOnce ? unpacked(packed, uncompressedSize) : packed;
  if (crc32(content) !== entry.crc32) throw checksumFault(entry);
  return content;
}

function unpacked(packed: Buffer, size: number): Buffer {
  const content = inflateRawSync(packed, { maxOutputLength: size + 1 });
  if (content.length !== size)
    throw new Error(`it has ${content.length} bytes instead of the announced ${size}`);
  return content;
}
