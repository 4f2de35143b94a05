import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  access,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../errors/HttpError.ts';
import type { BlobInfo, BlobState, BlobStore, ByteRange, PutOptions, StagedBlob } from './BlobStore.ts';
import { gather } from './gather.ts';
import { Hashes } from './hashes.ts';
import { BlobVerifier } from './integrity/BlobVerifier.ts';
import { DamagedBlob } from './integrity/DamagedBlob.ts';
import type { Integrity } from './integrity/Integrity.ts';
import { BlobWriter, type BlobWriterOptions } from './journal/BlobWriter.ts';
import { recoverJournal } from './journal/recoverJournal.ts';
import type { DiskSpace } from './space/DiskSpace.ts';
import { isNoSpace, NoSpaceLeft } from './space/NoSpaceLeft.ts';
import { storeIdFile } from './storeId.ts';
import { limited, readableOf, streamOf, writeHashed } from './streams.ts';
import { syncFolder } from './syncFolder.ts';
import { mayBeUnavailable, UnavailableBlobs } from './UnavailableBlobs.ts';

/** Age in milliseconds after which incomplete content was left by a crashed process. */
const abandonedAfterMs = 86_400_000;

/** Content up to this size in bytes is buffered in memory. */
const maxBufferedBytes = 256 * 1024;

export interface FolderBlobStoreOptions extends Omit<BlobWriterOptions, 'blobs'> {
  /** Rejects writes while a disk is full. If absent, only the disk itself rejects them. */
  space?: Pick<DiskSpace, 'require' | 'noteFull'>;
  /** Records verifications. If absent, nothing is verified. */
  integrity?: Integrity;
}

/**
 * Stores blobs in a directory: `ab/abcd…` by SHA-256, and `incoming` for incomplete content, which
 * is not visible.
 */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #register: (blob: BlobInfo) => Promise<void>;
  readonly #journal: string | undefined;
  readonly #id: string | undefined;
  readonly #integrity: Integrity | undefined;
  readonly #verifier: BlobVerifier | undefined;
  readonly #space: FolderBlobStoreOptions['space'];
  readonly #writer: BlobWriter;

  /**
   * `register` writes the row of durable content, and waits for a concurrent deletion of the same
   * blob.
   */
  constructor(
    folder: string,
    register: (blob: BlobInfo) => Promise<void>,
    options: FolderBlobStoreOptions = {},
  ) {
    this.#journal = options.journal;
    this.#id = options.id;
    this.#integrity = options.integrity;
    if (options.integrity)
      this.#verifier = new BlobVerifier(options.integrity, {
        folder,
        pathOf: (sha256) => this.#path(sha256),
        held: (sha256) => this.#writer.held(sha256) !== undefined,
        has: (sha256) => this.has(sha256),
        check: () => this.check(),
      });
    const { space, integrity: _integrity, ...ofWriter } = options;
    this.#space = space;
    this.#writer = new BlobWriter({ ...ofWriter, blobs: folder });
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
    this.#register = register;
  }

  /**
   * Creates the directories. Several nodes may share them, so only content that no node can still
   * be writing is deleted.
   */
  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    const there = new Set(await readdir(this.#folder));
    for (let at = 0; at < 256; at++) {
      const name = at.toString(16).padStart(2, '0');
      // Synchronous, because no requests are served yet, and 256 asynchronous calls would delay
      // startup noticeably.
      if (!there.has(name)) mkdirSync(join(this.#folder, name), { recursive: true, mode: 0o700 });
    }
    await syncFolder(this.#folder);
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { force: true });
    }
    const journal = this.#journal;
    const left =
      journal !== undefined &&
      recoverJournal(
        journal,
        (sha256) => this.#path(sha256),
        () => this.#temporary(),
      );
    if (left) this.#writer.resume();
  }

  async close(): Promise<void> {
    await this.#verifier?.close();
    await this.#writer.close();
  }

  async check(): Promise<void> {
    if (this.#id === undefined) return;
    let found: string;
    try {
      found = (await readFile(join(this.#folder, storeIdFile), 'utf8')).trim();
    } catch (error) {
      throw new UnavailableBlobs(error);
    }
    if (found !== this.#id)
      throw new UnavailableBlobs(new Error(`The blob directory ${this.#folder} belongs to another database`));
  }

  /**
   * Converts a full disk to `NoSpaceLeft`, and a failure of the whole directory to
   * `UnavailableBlobs`.
   */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (mayBeUnavailable(error)) await this.check();
      if (!isNoSpace(error)) throw error;
      this.#space?.noteFull();
      throw new NoSpaceLeft(error);
    }
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StagedBlob> {
    this.#space?.require();
    const { whole, rest } = await gather(limited(source, options.limit), maxBufferedBytes);
    if (!whole) return this.#putLarge(rest, options);
    const blob = new Hashes({ ...options, checksumsLater: false }).update(whole).info();
    const written = await this.write(whole, blob.sha256);
    await this.#register(blob);
    await written.confirm();
    return blob;
  }

  async write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }> {
    this.#space?.require();
    const path = this.#path(sha256);
    const job = () => ({ bytes, sha256, path, temporary: this.#temporary() });
    const write = () => this.#guarded(() => this.#writer.write(job()));
    const { replaced } = await write();
    this.#integrity?.noteStored(sha256);
    return {
      confirm: async () => {
        // Garbage collection may have deleted the previous file concurrently.
        if (replaced && !(await this.has(sha256))) await write();
      },
    };
  }

  async #putLarge(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StagedBlob> {
    const temporary = this.#temporary();
    try {
      const blob = await this.#guarded(() => writeHashed(temporary, this.#withSpace(source), options));
      await this.check();
      await this.#guarded(() => this.#publish(temporary, blob.sha256));
      this.#integrity?.noteStored(blob.sha256);
      await this.#register(blob);
      // Garbage collection may have deleted the same content just before its row was written.
      if (!(await this.has(blob.sha256))) await this.#publish(temporary, blob.sha256);
      return blob;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Aborts a long upload before it fills the disk. */
  async *#withSpace(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      this.#space?.require();
      yield part;
    }
  }

  #temporary(): string {
    return join(this.#incoming, randomUUID());
  }

  /**
   * Publishes written content durably and atomically. Replaces an existing file, which may be
   * corrupted.
   */
  async #publish(temporary: string, sha256: string): Promise<void> {
    const path = this.#path(sha256);
    const folder = dirname(path);
    // Publishes a second hard link, because the temporary file may be needed once more.
    const second = this.#temporary();
    await link(temporary, second);
    try {
      await rename(second, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        // All directories are created at startup, so this one was deleted since.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await syncFolder(this.#folder);
        await rename(second, path);
      });
    } finally {
      // Renaming a file to another link of itself keeps both links.
      await rm(second, { force: true });
    }
    await syncFolder(folder);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const held = this.#writer.held(sha256);
    if (held) return readableOf(range ? held.subarray(range.start, range.end + 1) : held);
    let file: FileHandle;
    try {
      file = await this.#guarded(() => open(this.#path(sha256), 'r'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const state = await this.#verifier?.findAbsent(sha256);
      if (state === 'missing') throw new DamagedBlob(sha256);
      // Stored again since the check.
      if (state === 'intact') return this.open(sha256, range);
      throw new HttpError(404, 'NOT_FOUND', `No blob with SHA-256 ${sha256}`);
    }
    if (this.#integrity?.isDue(sha256) && this.#verifier) return this.#verifier.open(file, sha256, range);
    return streamOf(file, range);
  }

  isDamaged(sha256: string): boolean {
    return this.#integrity?.isDamaged(sha256) ?? false;
  }

  verify(sha256: string): Promise<BlobState> {
    if (!this.#verifier) throw new Error('This store does not support verification');
    return this.#verifier.verify(sha256);
  }

  async has(sha256: string): Promise<boolean> {
    if (this.#writer.unfiled(sha256)) return true;
    return this.#guarded(() => access(this.#path(sha256))).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }

  async remove(sha256: string, storedBefore: Date): Promise<boolean> {
    const path = this.#path(sha256);
    // Stored a moment ago.
    if (this.#writer.unfiled(sha256)) return false;
    try {
      const { mtime } = await this.#guarded(() => stat(path));
      if (mtime >= storedBefore) return false;
      await unlink(path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async *storedBefore(time: Date): AsyncGenerator<string> {
    for (const folder of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const sha256 of await readdir(join(this.#folder, folder))) {
        const found = await stat(join(this.#folder, folder, sha256)).catch(() => undefined);
        if (found && found.mtime < time) yield sha256;
      }
    }
  }

  #path(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) {
      throw new HttpError(400, 'BAD_SHA256', 'Invalid SHA-256. Expected 64 of 0-9 and a-f.');
    }
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }
}
