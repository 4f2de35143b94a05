import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobState, ByteRange } from '../BlobStore.ts';
import { bufferSize, readableOf } from '../streams.ts';
import { DamagedBlob } from './DamagedBlob.ts';
import { FileHasher } from './FileHasher.ts';
import { findAbsent } from './findAbsent.ts';
import type { Integrity } from './Integrity.ts';
import { verifyingStream } from './verifyingStream.ts';

/** The part of the blob store that the verifier needs. */
export interface VerifiedStore {
  folder: string;
  pathOf(sha256: string): string;
  /** Whether the content is in memory because its file is not written yet. */
  held(sha256: string): boolean;
  has(sha256: string): Promise<boolean>;
  /** Throws if the whole directory is unavailable. */
  check(): Promise<void>;
}

/**
 * Maximum file size in bytes for verifying the whole file before a range is sent. Larger files are
 * verified concurrently.
 */
const maxVerifiedFirstBytes = 64 * 1024 * 1024;

/** Compares files with the hash in their name, and moves corrupted ones to `quarantine`. */
export class BlobVerifier {
  readonly #integrity: Integrity;
  readonly #store: VerifiedStore;
  readonly #hasher = new FileHasher();
  readonly #running = new Map<string, Promise<BlobState>>();

  constructor(integrity: Integrity, store: VerifiedStore) {
    this.#integrity = integrity;
    this.#store = store;
  }

  close(): Promise<void> {
    return this.#hasher.close();
  }

  /** Reads a file that was not verified recently. Closes it. */
  async open(file: FileHandle, sha256: string, range: ByteRange | undefined): Promise<Readable> {
    let owned = true;
    try {
      const { size } = await file.stat();
      if (size <= bufferSize) return await this.#openSmall(await file.readFile(), sha256, range);
      const isWhole = !range || (range.start === 0 && range.end >= size - 1);
      if (!isWhole) await this.#verifyPart(sha256, size);
      owned = false;
      const source = file.createReadStream({ highWaterMark: bufferSize, ...range });
      return isWhole ? this.#whileRead(source, sha256) : source;
    } finally {
      if (owned) await file.close();
    }
  }

  async #openSmall(bytes: Buffer, sha256: string, range: ByteRange | undefined): Promise<Readable> {
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      await this.verify(sha256);
      throw new DamagedBlob(sha256);
    }
    this.#integrity.noteVerified(sha256);
    return readableOf(range ? bytes.subarray(range.start, range.end + 1) : bytes);
  }

  #whileRead(source: Readable, sha256: string): Readable {
    return verifyingStream(source, {
      sha256,
      intact: () => this.#integrity.noteVerified(sha256),
      damaged: () => {
        this.#verifyBeside(sha256);
        return new DamagedBlob(sha256);
      },
    });
  }

  async #verifyPart(sha256: string, size: number): Promise<void> {
    if (size > maxVerifiedFirstBytes) {
      this.#verifyBeside(sha256);
      return;
    }
    const state = await this.verify(sha256);
    if (state === 'damaged' || state === 'missing') throw new DamagedBlob(sha256);
  }

  #verifyBeside(sha256: string): void {
    // After a failure, the next read verifies the blob again.
    this.verify(sha256).catch(() => undefined);
  }

  /** Verifies a blob. Concurrent callers share one verification. */
  verify(sha256: string): Promise<BlobState> {
    const running = this.#running.get(sha256);
    if (running) return running;
    const begun = this.#verify(sha256).finally(() => this.#running.delete(sha256));
    this.#running.set(sha256, begun);
    return begun;
  }

  async #verify(sha256: string): Promise<BlobState> {
    if (this.#store.held(sha256)) return 'intact';
    let found: string | undefined;
    try {
      found = await this.#hasher.hash(this.#store.pathOf(sha256));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      await this.#store.check();
      if (code === 'ENOENT') return this.findAbsent(sha256);
      // A file that the disk cannot read is treated as corrupted.
      if (code !== 'EIO') throw error;
    }
    if (found === sha256) {
      this.#integrity.noteVerified(sha256);
      return 'intact';
    }
    if (!(await this.#integrity.isListed(sha256))) return 'gone';
    await this.#quarantine(sha256);
    await this.#integrity.noteDamaged({ sha256, reason: 'damaged' });
    return 'damaged';
  }

  /** Determines why a file is missing. */
  findAbsent(sha256: string): Promise<BlobState> {
    return findAbsent(this.#integrity, sha256, (each) => this.#store.has(each));
  }

  async #quarantine(sha256: string): Promise<void> {
    const quarantine = join(this.#store.folder, 'quarantine');
    await mkdir(quarantine, { recursive: true, mode: 0o700 });
    await rename(this.#store.pathOf(sha256), join(quarantine, sha256));
  }
}
