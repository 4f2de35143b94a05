import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobLocation, SampledBlob, StoreOptions } from './BlobLocation.ts';
import type { BlobStore } from './BlobStore.ts';
import { FolderBlobStore } from './FolderBlobStore.ts';
import { JournalReader } from './journal/JournalReader.ts';
import { journaledBlobs } from './journal/journaledBlobs.ts';
import { marksFile, readStoreFile, storeIdFile, writeStoreFile } from './storeId.ts';
import { streamOf } from './streams.ts';

/** A directory of blobs, and the journal, which contains small blobs that have no file yet. */
export class FolderLocation implements BlobLocation {
  readonly folder: string;
  readonly #journal: string | undefined;
  readonly #reader: JournalReader | undefined;

  constructor(folder: string, journal?: string) {
    this.folder = folder;
    this.#journal = journal;
    this.#reader = journal === undefined ? undefined : new JournalReader(journal);
  }

  get name(): string {
    return `blob directory ${this.folder}`;
  }

  get idName(): string {
    return join(this.folder, storeIdFile);
  }

  async exists(): Promise<boolean> {
    return existsSync(this.folder);
  }

  async create(): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  async readId(): Promise<string | undefined> {
    return readStoreFile(this.folder, storeIdFile);
  }

  async writeId(id: string): Promise<void> {
    writeStoreFile(this.folder, storeIdFile, id);
  }

  async readMarks(): Promise<string | undefined> {
    return readStoreFile(this.folder, marksFile);
  }

  async writeMarks(text: string): Promise<void> {
    writeStoreFile(this.folder, marksFile, text);
  }

  async hasBlobs(): Promise<boolean> {
    return readdirSync(this.folder).some(
      (name) => /^[0-9a-f]{2}$/.test(name) && readdirSync(join(this.folder, name)).length > 0,
    );
  }

  async countMatches(sample: readonly SampledBlob[]): Promise<number> {
    const unfiled = new Set<string>();
    if (this.#journal !== undefined && existsSync(this.#journal))
      for (const { sha256 } of journaledBlobs(this.#journal)) unfiled.add(sha256);
    return sample.filter(({ sha256, size }) => {
      const file = statSync(this.#path(sha256), { throwIfNoEntry: false });
      return file ? file.size === size : unfiled.has(sha256);
    }).length;
  }

  async openStore({ register, redirects: _, ...options }: StoreOptions): Promise<BlobStore> {
    const journal = this.#journal;
    const store = new FolderBlobStore(this.folder, register, {
      ...options,
      ...(journal === undefined ? {} : { journal }),
    });
    await store.prepare();
    return store;
  }

  async open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    // The journal drops a blob after its file was written, so check the file again.
    return (await this.#openFile(sha256)) ?? this.#findInJournal(sha256) ?? this.#openFile(sha256);
  }

  close(): void {
    // Nothing stays open.
  }

  async #openFile(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      return await streamOf(await open(this.#path(sha256), 'r'));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  #findInJournal(sha256: string): AsyncIterable<Uint8Array> | undefined {
    try {
      const bytes = this.#reader?.find(sha256);
      return bytes && asIterable(bytes);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      return undefined;
    }
  }

  #path(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), sha256);
  }
}

async function* asIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(`${(error as NodeJS.ErrnoException).code}`);
}
