import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import { readPlainTar } from './plainTar.ts';

/** Maximum size of a tarball, in bytes. */
export const tarballLimit = 100 * 1024 * 1024;

/** Data read from a package's tarball. */
export interface TarballContents {
  /** The parsed package.json, an object. */
  manifest: Record<string, unknown>;
  readme?: string;
  fileCount: number;
  /** Total bytes of all files. */
  unpackedSize: number;
  /** It contains a binding.gyp, which npm compiles during installation. */
  hasBindingGyp: boolean;
}

/** Limits beyond which a tarball is rejected. */
export interface TarballLimits {
  unpackedSize: number;
  fileCount: number;
  manifestSize: number;
  /** A longer readme is truncated. */
  readmeSize: number;
}

export const tarballLimits: TarballLimits = {
  unpackedSize: 512 * 1024 * 1024,
  fileCount: 100_000,
  manifestSize: 1024 * 1024,
  readmeSize: 512 * 1024,
};

/**
 * Up to this many compressed bytes are decompressed synchronously, into up to `smallUnpackedBytes`
 * bytes.
 */
const smallTarballBytes = 64 * 1024;
const smallUnpackedBytes = 1024 * 1024;

/** Reads a gzipped tarball to its end. Throws `HttpError` 400 that says why it is not a package. */
export async function readTarball(
  source: Buffer | Readable,
  limits: TarballLimits = tarballLimits,
): Promise<TarballContents> {
  const reader = new TarballReader(limits);
  try {
    const small =
      Buffer.isBuffer(source) && source.length <= smallTarballBytes ? unpackSmall(source) : undefined;
    if (small) reader.take(small);
    else
      await pipeline(
        Buffer.isBuffer(source) ? [source] : source,
        createGunzip({ chunkSize: 128 * 1024 }),
        (chunks) => reader.takeAll(chunks),
      );
  } catch (error) {
    // Stopping early appears as an aborted pipeline; the reader has the actual reason.
    throw (
      reader.fault ??
      invalidTarball(`it is not a gzipped tar archive (${(error as Error).message.slice(0, 100)})`)
    );
  }
  return reader.contents();
}

/** Undefined if the data becomes larger than expected; the caller then streams it with limits. */
function unpackSmall(source: Buffer): Buffer | undefined {
  try {
    return gunzipSync(source, { maxOutputLength: smallUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * Reads with the same parser that npm uses to unpack, so that both see the same files. Unambiguous
 * archives are read without it, in a tenth of the time.
 */
class TarballReader {
  readonly #limits: TarballLimits;
  /** The first error found. */
  fault: HttpError | undefined;
  #manifest: Collected | undefined;
  #readme: Collected | undefined;
  #fileCount = 0;
  #unpackedSize = 0;
  #received = 0;
  #hasBindingGyp = false;
  /** Data after the end of the archive is ignored. */
  #over = false;

  constructor(limits: TarballLimits) {
    this.#limits = limits;
  }

  #makeParser(): Parser {
    const parser = new Parser({
      gzip: false,
      brotli: false,
      zstd: false,
      // Limit for metadata about the next entry, such as paths and times, which is held in memory.
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

  /** Reads a whole, uncompressed archive. */
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

  /**
   * Reads chunks. Each entry is consumed as it appears, so a write has processed its chunk when it
   * returns.
   */
  async takeAll(chunks: AsyncIterable<Buffer>): Promise<void> {
    const parser = this.#makeParser();
    for await (const chunk of chunks) this.#write(parser, chunk);
    parser.end();
  }

  #write(parser: Parser, chunk: Buffer): void {
    // The parser would decompress a second layer without limits. No path starts with this byte.
    if (this.#received === 0 && chunk[0] === 0x1f) this.#fail('it is compressed twice');
    this.#received += chunk.length;
    // Counts bytes after decompression, whatever the headers claim.
    if (this.#received > this.#limits.unpackedSize)
      this.#fail(`its unpacked size exceeds ${this.#limits.unpackedSize} bytes`);
    // Without this, the parser would buffer all of it and copy it with each chunk.
    if (!this.fault && !this.#over) parser.write(chunk);
    if (this.fault) throw this.fault;
  }

  contents(): TarballContents {
    if (this.fault) throw this.fault;
    if (!this.#manifest) throw invalidTarball('it contains no package.json in its first folder');
    return {
      manifest: parseManifest(this.#manifest.text()),
      ...(this.#readme ? { readme: this.#readme.text() } : {}),
      fileCount: this.#fileCount,
      unpackedSize: this.#unpackedSize,
      hasBindingGyp: this.#hasBindingGyp,
    };
  }

  /** Counts an entry. Returns the collector of its bytes, if they are needed. */
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
    // Screens render Markdown, so it takes precedence.
    const better = !this.#readme || (isMarkdown(lower) && !isMarkdown(this.#readme.file));
    if (better) this.#readme = new Collected(lower, this.#limits.readmeSize);
    return better ? this.#readme : undefined;
  }

  #manifestEntry(size: number): Collected | undefined {
    const limit = this.#limits.manifestSize;
    if (size > limit) this.#fail(`its package.json is larger than ${limit} bytes`);
    // Installing uses the last one, other readers the first. Content shown must be content
    // installed.
    if (this.#manifest) this.#fail('it contains more than one package.json in its first folder');
    this.#manifest ??= new Collected('package.json', limit);
    return this.#manifest;
  }

  #fail(what: string): void {
    this.fault ??= invalidTarball(what);
  }
}

/** The start of a file, as text. */
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
    // PostgreSQL's text type cannot contain NUL.
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
    throw invalidTarball('its package.json is not JSON');
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw invalidTarball('its package.json is not a JSON object');
  }
  return manifest as Record<string, unknown>;
}

function invalidTarball(what: string): HttpError {
  return new HttpError(400, 'BAD_TARBALL', `Invalid package tarball: ${what}`);
}
