import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import { readPlainTar } from './plainTar.ts';

/** What a package's tarball says of itself. */
export interface TarballContents {
  /** The parsed package.json, an object. */
  manifest: Record<string, unknown>;
  readme?: string;
  fileCount: number;
  /** Bytes of all files together. */
  unpackedSize: number;
  /** It has something that npm would compile at installation. */
  hasBindingGyp: boolean;
}

/** Where reading stops: a tarball beyond these is not one of a package. */
export interface TarballLimits {
  unpackedSize: number;
  fileCount: number;
  manifestSize: number;
  /** A longer readme is cut. */
  readmeSize: number;
}

export const tarballLimits: TarballLimits = {
  unpackedSize: 512 * 1024 * 1024,
  fileCount: 100_000,
  manifestSize: 1024 * 1024,
  readmeSize: 512 * 1024,
};

/** Compressed bytes that are unpacked in one go, and how many they may become. */
const smallTarball = 64 * 1024;
const smallUnpacked = 1024 * 1024;

/** Reads a gzipped tarball to its end. Throws `HttpError` 400 that says what about it is not a package. */
export async function readTarball(
  source: Buffer | Readable,
  limits: TarballLimits = tarballLimits,
): Promise<TarballContents> {
  const reader = new TarballReader(limits);
  try {
    const small = Buffer.isBuffer(source) && source.length <= smallTarball ? unpackSmall(source) : undefined;
    if (small) reader.take(small);
    else
      await pipeline(
        Buffer.isBuffer(source) ? [source] : source,
        createGunzip({ chunkSize: 128 * 1024 }),
        (chunks) => reader.takeAll(chunks),
      );
  } catch (error) {
    // Stopping early shows as an aborted pipeline; the reader knows why.
    throw reader.fault ?? bad(`it is not a gzipped tar archive (${(error as Error).message.slice(0, 100)})`);
  }
  return reader.contents();
}

/** Undefined when it becomes larger than expected: then the stream with its limits takes over. */
function unpackSmall(source: Buffer): Buffer | undefined {
  try {
    return gunzipSync(source, { maxOutputLength: smallUnpacked });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * Reads with the parser that npm itself unpacks with, so that both see the same files. Archives that leave nothing to
 * interpretation are read without it, in a tenth of its time.
 */
class TarballReader {
  readonly #limits: TarballLimits;
  /** The first thing that was wrong. */
  fault: HttpError | undefined;
  #manifest: Collected | undefined;
  #readme: Collected | undefined;
  #fileCount = 0;
  #unpackedSize = 0;
  #received = 0;
  #hasBindingGyp = false;
  /** What follows the archive's end is no part of it. */
  #over = false;

  constructor(limits: TarballLimits) {
    this.#limits = limits;
  }

  #makeParser(): Parser {
    const parser = new Parser({
      gzip: false,
      brotli: false,
      zstd: false,
      // What an archive says of the entry that follows: paths, times. This much is held in memory.
      maxMetaEntrySize: 1024 * 1024,
      onReadEntry: (entry) => {
        const collected = this.#entry(entry);
        if (collected) entry.on('data', (part) => collected.add(part));
        else entry.resume();
      },
      onwarn: (code, message) => {
        if (code !== 'TAR_ENTRY_INFO')
          this.#fail(`its archive is damaged (${String(message).slice(0, 100)})`);
      },
    });
    parser.on('eof', () => {
      this.#over = true;
    });
    return parser;
  }

  /** The whole archive, unpacked. */
  take(archive: Buffer): void {
    const files = archive.length > this.#limits.unpackedSize ? undefined : readPlainTar(archive);
    if (!files) {
      const parser = this.#makeParser();
      this.#write(parser, archive);
      parser.end();
      return;
    }
    for (const { path, body } of files) this.#entry({ path, type: 'File', size: body.length })?.add(body);
    if (this.fault) throw this.fault;
  }

  /** Every entry flows as soon as it is seen, so that a write is done with its chunk when it returns. */
  async takeAll(chunks: AsyncIterable<Buffer>): Promise<void> {
    const parser = this.#makeParser();
    for await (const chunk of chunks) this.#write(parser, chunk);
    parser.end();
  }

  #write(parser: Parser, chunk: Buffer): void {
    // The parser would unpack what is packed twice, past every limit; no path begins with this byte.
    if (this.#received === 0 && chunk[0] === 0x1f) this.#fail('it is compressed twice');
    this.#received += chunk.length;
    // Counted as it comes out of gzip, whatever the archive's headers claim.
    if (this.#received > this.#limits.unpackedSize)
      this.#fail(`its unpacked size exceeds ${this.#limits.unpackedSize} bytes`);
    // The parser would keep it all, and copy it with each chunk.
    if (!this.fault && !this.#over) parser.write(chunk);
    if (this.fault) throw this.fault;
  }

  contents(): TarballContents {
    if (this.fault) throw this.fault;
    if (!this.#manifest) throw bad('it contains no package.json in its first folder');
    return {
      manifest: parseManifest(this.#manifest.text()),
      ...(this.#readme ? { readme: this.#readme.text() } : {}),
      fileCount: this.#fileCount,
      unpackedSize: this.#unpackedSize,
      hasBindingGyp: this.#hasBindingGyp,
    };
  }

  /** Counts an entry; returns where its bytes are collected, if they are wanted. */
  #entry(entry: Pick<ReadEntry, 'path' | 'type' | 'size'>): Collected | undefined {
    const path = entry.path.replace(/^(?:\.\/)+/, '');
    if (path.startsWith('/') || path.split(/[\\/]/).includes('..') || path.includes('\0')) {
      this.#fail(`its entry ${shown(path)} escapes the folder of the package`);
    }
    this.#fileCount += 1;
    if (this.#fileCount > this.#limits.fileCount)
      this.#fail(`it contains more than ${this.#limits.fileCount} entries`);
    return this.fault ? undefined : this.#wanted(entry, path);
  }

  #wanted(entry: Pick<ReadEntry, 'type' | 'size'>, path: string): Collected | undefined {
    if (!['File', 'OldFile', 'ContiguousFile'].includes(entry.type)) return undefined;
    this.#unpackedSize += entry.size;
    const [, file, ...deeper] = path.split('/');
    if (file === undefined || deeper.length > 0) return undefined;
    if (file === 'binding.gyp') this.#hasBindingGyp = true;
    if (file === 'package.json') return this.#manifestEntry(entry.size);
    const lower = file.toLowerCase();
    if (!/^readme(?:\.(?:md|markdown|txt|rst))?$/.test(lower)) return undefined;
    // Markdown is what a screen can render.
    const better = !this.#readme || (isMarkdown(lower) && !isMarkdown(this.#readme.file));
    if (better) this.#readme = new Collected(lower, this.#limits.readmeSize);
    return better ? this.#readme : undefined;
  }

  #manifestEntry(size: number): Collected | undefined {
    const limit = this.#limits.manifestSize;
    if (size > limit) this.#fail(`its package.json is larger than ${limit} bytes`);
    // Unpacking keeps the last one, reading might keep the first: nobody may be shown another than is installed.
    if (this.#manifest) this.#fail('it contains more than one package.json in its first folder');
    this.#manifest ??= new Collected('package.json', limit);
    return this.#manifest;
  }

  #fail(what: string): void {
    this.fault ??= bad(what);
  }
}

/** The beginning of a file, as text. */
class Collected {
  readonly file: string;
  readonly #limit: number;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(file: string, limit: number) {
    this.file = file;
    this.#limit = limit;
  }

  add(part: Buffer): void {
    if (this.#size < this.#limit) this.#parts.push(part.subarray(0, this.#limit - this.#size));
    this.#size += part.length;
  }

  text(): string {
    // PostgreSQL's text holds no NUL.
    return Buffer.concat(this.#parts)
      .toString()
      .replaceAll('\0', '')
      .replace(/^\uFEFF/, '');
  }
}

function isMarkdown(file: string): boolean {
  return /\.(?:md|markdown)$/.test(file);
}

function parseManifest(text: string): Record<string, unknown> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw bad('its package.json is not JSON');
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw bad('its package.json is not a JSON object');
  }
  return manifest as Record<string, unknown>;
}

function bad(what: string): HttpError {
  return new HttpError(400, 'BAD_TARBALL', `Invalid package tarball: ${what}`);
}
