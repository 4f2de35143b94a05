import { HttpError } from '../errors/HttpError.ts';
import { type ArchiveLimits, usualLimits } from './limits.ts';

export interface ArchiveEntry {
  /** Without `./` before it, and without a slash behind it. */
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** Of its content unpacked, in bytes. */
  size: number;
}

/** How much of an entry is wanted, in bytes. A larger one is refused, or cut there. */
export interface Take {
  atMost: number;
  cut?: boolean;
}

export interface ReadOptions {
  /** As messages name the archive: `wheel`, `chart`. */
  what: string;
  limits?: Partial<ArchiveLimits>;
  /** Of a tar archive: a plain one is refused, as by who unpacks it by its name. */
  gzipped?: boolean;
  /** Of a tar archive: it may be packed by Zstandard too. */
  zstandard?: boolean;
  /** A slash before a path says nothing, as where all paths are of one root. */
  rooted?: boolean;
  /** Of a zip archive: its symbolic links are told apart. Installers of packages take them for files that hold where they lead. */
  links?: boolean;
  /** Called for each file; undefined where its content is not wanted. */
  take?(entry: ArchiveEntry): Take | undefined;
  /** Gets each content that was taken, in place of `taken`: one at a time, and no further is read before it is done. What it throws is thrown. */
  hand?(path: string, content: Buffer): Promise<void>;
  /** Called for each entry, in the archive's order. It may throw to refuse the archive. */
  see?(entry: ArchiveEntry): void;
}

export interface ArchiveContents {
  /** How many entries there are, folders and links among them. */
  entries: number;
  /** Of all files together, in bytes. */
  unpackedSize: number;
  /** The content of what was taken, by path; of what was handed over, none. */
  taken: ReadonlyMap<string, Buffer>;
}

/** For what an archive is refused by; 400. */
export function badArchive(what: string, fault: string): HttpError {
  return new HttpError(400, 'BAD_ARCHIVE', `Invalid ${what}: ${fault}`);
}

/** Of all together that is wanted of an archive, in bytes: it is held in memory, unless each is handed over. */
const mostTaken = 32 * 1024 ** 2;

/** What was seen of an archive so far; throws `HttpError` 400 as soon as it is no archive that anybody should unpack. */
export class ArchiveReading {
  readonly limits: ArchiveLimits;
  readonly #options: ReadOptions;
  readonly #packedSize: number;
  readonly #wanted = new Map<string, Take>();
  readonly #taken = new Map<string, Buffer>();
  /** What handing over threw: no fault of the archive. */
  #refusal: { error: unknown } | undefined;
  #entries = 0;
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

  escape(path: string): HttpError {
    return this.fault(`its entry ${shownPath(path)} escapes the target directory`);
  }

  /** Counts the entry, and says what is wanted of it. */
  enter(given: string, kind: ArchiveEntry['kind'], size: number): { path: string; take?: Take } {
    const path = this.#checked(given);
    this.#entries += 1;
    if (this.#entries > this.limits.entries)
      throw this.fault(`it contains more than ${this.limits.entries} entries`);
    if (kind === 'file') this.#unpackedSize += size;
    this.checkUnpacked(this.#unpackedSize);
    const entry = { path, kind, size };
    this.#options.see?.(entry);
    const take = kind === 'file' ? this.#options.take?.(entry) : undefined;
    if (!take) return { path };
    // One reader keeps the first, another the last: nobody may be shown another than is installed.
    if (this.#wanted.has(path)) throw this.fault(`it contains ${shownPath(path)} more than once`);
    if (size > take.atMost && !take.cut)
      throw this.fault(`its ${shownPath(path)} is larger than ${take.atMost} bytes`);
    const kept = Math.min(size, take.atMost);
    if (!this.#options.hand && this.#wantedSize + kept > mostTaken) {
      if (take.cut) return { path };
      throw this.fault(`its metadata exceeds ${mostTaken} bytes`);
    }
    this.#wantedSize += kept;
    this.#wanted.set(path, take);
    return { path, take };
  }

  /** Throws when this many bytes are more than such an archive unpacks to. */
  checkUnpacked(size: number): void {
    const { unpackedSize, ratio, ratioFrom } = this.limits;
    if (size > unpackedSize) throw this.fault(`its unpacked size exceeds ${unpackedSize} bytes`);
    if (size > ratioFrom && size > this.#packedSize * ratio)
      throw this.fault(`its unpacked size exceeds ${ratio} times its packed size`);
  }

  keep(path: string, content: Buffer): void {
    this.#taken.set(path, content);
  }

  /** Hands over what was kept so far, where somebody gets it. */
  async handOver(): Promise<void> {
    const { hand } = this.#options;
    if (!hand) return;
    for (const [path, content] of this.#taken) {
      this.#taken.delete(path);
      try {
        await hand(path, content);
      } catch (error) {
        this.#refusal = { error };
        throw error;
      }
    }
  }

  /** Throws again what handing over threw. */
  throwRefusal(): void {
    if (this.#refusal) throw this.#refusal.error;
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
