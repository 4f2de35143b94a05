import { createHash } from 'node:crypto';
import { HttpError } from '../errors/HttpError.ts';
import { type ArchiveLimits, usualLimits } from './limits.ts';

export interface ArchiveEntry {
  /** Without a leading `./` and without a trailing slash. */
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** Size of the unpacked content in bytes. */
  size: number;
}

/**
 * How much of an entry to read. A larger entry is rejected, or truncated if `truncate` is set.
 */
export interface Take {
  maxBytes: number;
  truncate?: boolean;
}

export interface ReadOptions {
  /** Name of the archive in messages: `wheel`, `chart`. */
  what: string;
  limits?: Partial<ArchiveLimits>;
  /** Tar archives only: rejects an uncompressed archive, as installers that require gzip do. */
  gzipped?: boolean;
  /** Tar archives only: allows Zstandard compression. */
  zstandard?: boolean;
  /** Ignores a leading slash in paths, for archives whose paths all start at one root. */
  rooted?: boolean;
  /**
   * Zip archives only: reports symbolic links as links. Package installers read them as files that
   * contain the link target.
   */
  links?: boolean;
  /** Called for each file; returns undefined to skip its content. */
  take?(entry: ArchiveEntry): Take | undefined;
  /**
   * Receives each content that `take` requested, instead of `taken`. Called for one content at a
   * time; reading continues when it is done. Its errors are rethrown.
   */
  onContent?(path: string, content: Buffer): Promise<void>;
  /**
   * Receives the SHA-256 of each file's unpacked content, in hexadecimal. Every file is read then.
   */
  digest?(path: string, sha256: string): void;
  /**
   * Zip archives only: reads no file for `digest` if all files have more bytes. The directory lists
   * them without being unpacked.
   */
  maxDigestedBytes?: number;
  /** Called for each entry in archive order. Can throw to reject the archive. */
  onEntry?(entry: ArchiveEntry): void;
}

export interface ArchiveContents {
  /** Number of entries, including folders and links. */
  entries: number;
  /** Total size of all files in bytes. */
  unpackedSize: number;
  /** The contents that `take` requested, by path. Empty if they were passed to `onContent`. */
  taken: ReadonlyMap<string, Buffer>;
}

/** The 400 error for an invalid archive; `fault` is the reason. */
export function badArchive(what: string, fault: string): HttpError {
  return new HttpError(400, 'BAD_ARCHIVE', `Invalid ${what}: ${fault}`);
}

/** A limit that a valid archive can exceed, so that the part before it can be used. */
export type ExceededLimit = 'entries' | 'unpackedSize' | 'fileSize' | 'paths';

export class ArchiveTooLarge extends HttpError {
  constructor(
    what: string,
    fault: string,
    readonly limit: ExceededLimit,
  ) {
    super(400, 'BAD_ARCHIVE', `Invalid ${what}: ${fault}`);
  }
}

/**
 * Maximum total size of requested contents, in bytes: they are held in memory unless `onContent`
 * receives them.
 */
const maxTakenBytes = 32 * 1024 ** 2;

/**
 * State of reading one archive. Throws `HttpError` 400 as soon as the archive is unsafe to unpack.
 */
export class ArchiveReading {
  readonly limits: ArchiveLimits;
  readonly #options: ReadOptions;
  readonly #packedSize: number;
  readonly #wanted = new Map<string, Take>();
  readonly #taken = new Map<string, Buffer>();
  /** The error that `onContent` threw; the archive itself is valid. */
  #callbackError: { error: unknown } | undefined;
  #entries = 0;
  #paths = 0;
  #unpackedSize = 0;
  #wantedSize = 0;

  constructor(options: ReadOptions, packedSize: number) {
    this.#options = options;
    this.#packedSize = packedSize;
    this.limits = { ...usualLimits, ...options.limits };
  }

  fault(what: string): HttpError {
    return badArchive(this.#options.what, what);
  }

  #exceeded(limit: ExceededLimit, what: string): HttpError {
    return new ArchiveTooLarge(this.#options.what, what, limit);
  }

  escape(path: string): HttpError {
    return this.fault(`its entry ${shownPath(path)} escapes the target directory`);
  }

  /** Counts the entry and returns how much of it to read. */
  enter(given: string, kind: ArchiveEntry['kind'], size: number): { path: string; take?: Take } {
    const path = this.#checked(given);
    this.#entries += 1;
    if (this.#entries > this.limits.entries)
      throw this.#exceeded('entries', `it contains more than ${this.limits.entries} entries`);
    this.#paths += path.length;
    if (this.#paths > this.limits.paths)
      throw this.#exceeded('paths', `its paths have more than ${this.limits.paths} characters together`);
    if (kind === 'file') this.#unpackedSize += size;
    this.checkUnpacked(this.#unpackedSize);
    const entry = { path, kind, size };
    this.#options.onEntry?.(entry);
    const take = kind === 'file' ? this.#options.take?.(entry) : undefined;
    if (!take) return { path };
    // Readers differ: some use the first copy, others the last. Content shown must be content
    // installed.
    if (this.#wanted.has(path)) throw this.fault(`it contains ${shownPath(path)} more than once`);
    if (size > take.maxBytes && !take.truncate)
      throw this.#exceeded('fileSize', `its ${shownPath(path)} is larger than ${take.maxBytes} bytes`);
    const kept = Math.min(size, take.maxBytes);
    if (!this.#options.onContent && this.#wantedSize + kept > maxTakenBytes) {
      if (take.truncate) return { path };
      throw this.fault(`its metadata exceeds ${maxTakenBytes} bytes`);
    }
    this.#wantedSize += kept;
    this.#wanted.set(path, take);
    return { path, take };
  }

  /** Throws if the unpacked size exceeds the limits. */
  checkUnpacked(size: number): void {
    const { unpackedSize, ratio, ratioFrom } = this.limits;
    if (size > unpackedSize)
      throw this.#exceeded('unpackedSize', `its unpacked size exceeds ${unpackedSize} bytes`);
    if (size > ratioFrom && size > this.#packedSize * ratio)
      throw this.fault(`its unpacked size exceeds ${ratio} times its packed size`);
  }

  keep(path: string, content: Buffer): void {
    this.#taken.set(path, content);
  }

  /** Hashes a file while it is read; undefined without `digest`. */
  hashing(path: string): { update(part: Buffer): void; end(): void } | undefined {
    const { digest } = this.#options;
    if (!digest) return undefined;
    const hash = createHash('sha256');
    return { update: (part) => void hash.update(part), end: () => digest(path, hash.digest('hex')) };
  }

  /** Passes the contents read so far to `onContent`, if set. */
  async flush(): Promise<void> {
    const { onContent } = this.#options;
    if (!onContent) return;
    for (const [path, content] of this.#taken) {
      this.#taken.delete(path);
      try {
        await onContent(path, content);
      } catch (error) {
        this.#callbackError = { error };
        throw error;
      }
    }
  }

  /** Rethrows the error that `onContent` threw. */
  rethrowCallbackError(): void {
    if (this.#callbackError) throw this.#callbackError.error;
  }

  contents(): ArchiveContents {
    return { entries: this.#entries, unpackedSize: this.#unpackedSize, taken: this.#taken };
  }

  #checked(given: string): string {
    const path = given.replace(this.#options.rooted ? /^(?:\.?\/+)+/ : /^(?:\.\/+)+/, '').replace(/\/+$/, '');
    const escapes =
      path.startsWith('/') ||
      /^[a-z]:/i.test(path) ||
      path.split(/[\\/]/).includes('..') ||
      path.includes('\0');
    if (escapes) throw this.escape(given);
    if (path.length > this.limits.pathLength)
      throw this.fault(`it has an entry with a path longer than ${this.limits.pathLength} characters`);
    return path;
  }
}

function shownPath(path: string): string {
  return JSON.stringify(path.slice(0, 100));
}
