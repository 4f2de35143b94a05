import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  access,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { HttpError } from '../../http/errors.ts';
import type { BlobInfo, BlobStore, ByteRange, PutOptions, StagedBlob } from './BlobStore.ts';
import { BlobWriter, type BlobWriterOptions } from './BlobWriter.ts';
import { gather } from './gather.ts';
import { Hashes } from './hashes.ts';
import { recoverJournal } from './recoverJournal.ts';
import { syncFolder } from './syncFolder.ts';

/** What is on its way and this old was left by a process that died, in milliseconds. */
const abandonedAfter = 86_400_000;

const bufferSize = 1024 * 1024;
/** Up to this many bytes are held in memory until they are whole. */
const small = 256 * 1024;

/** Bytes in a folder: `ab/abcd…` by sha256, and `incoming` for what is on its way, which nobody sees. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #register: (blob: BlobInfo) => Promise<void>;
  readonly #journal: string | undefined;
  readonly #writer: BlobWriter;

  /** `register` writes the row of bytes that are durable, and waits for a removal of the same ones. */
  constructor(
    folder: string,
    register: (blob: BlobInfo) => Promise<void>,
    options: Omit<BlobWriterOptions, 'blobs'> = {},
  ) {
    this.#journal = options.journal;
    this.#writer = new BlobWriter({ ...options, blobs: folder });
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
    this.#register = register;
  }

  /** Several nodes may share the folder: only what nobody can be writing any more is dropped. */
  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    const there = new Set(await readdir(this.#folder));
    for (let at = 0; at < 256; at++) {
      const name = at.toString(16).padStart(2, '0');
      // Nobody is served yet: 256 trips to another thread are what would be noticed.
      if (!there.has(name)) mkdirSync(join(this.#folder, name), { recursive: true, mode: 0o700 });
    }
    await syncFolder(this.#folder);
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true });
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

  close(): Promise<void> {
    return this.#writer.close();
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StagedBlob> {
    const { whole, rest } = await gather(limited(source, options.limit), small);
    if (!whole) return this.#putLarge(rest, options);
    const blob = new Hashes({ ...options, checksumsLater: false }).update(whole).info();
    const written = await this.write(whole, blob.sha256);
    await this.#register(blob);
    await written.confirm();
    return blob;
  }

  async write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }> {
    const path = this.#path(sha256);
    const write = () => this.#writer.write({ bytes, sha256, path, temporary: this.#temporary() });
    const { replaced } = await write();
    return {
      confirm: async () => {
        // Collection may have meant what stood there before.
        if (replaced && !(await this.has(sha256))) await write();
      },
    };
  }

  async #putLarge(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StagedBlob> {
    const temporary = this.#temporary();
    try {
      const blob = await writeHashed(temporary, source, options);
      await this.#publish(temporary, blob.sha256);
      await this.#register(blob);
      // Collection may have removed the same bytes just before their row was written.
      if (!(await this.has(blob.sha256))) await this.#publish(temporary, blob.sha256);
      return blob;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #temporary(): string {
    return join(this.#incoming, randomUUID());
  }

  /** Makes written bytes findable: whole, in the place of what may have been damaged there, and for good. */
  async #publish(temporary: string, sha256: string): Promise<void> {
    const path = this.#path(sha256);
    const folder = dirname(path);
    // It may be needed once more: a second name for the same bytes moves there.
    const second = this.#temporary();
    await link(temporary, second);
    try {
      await rename(second, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        // All folders are made at the start; somebody removed this one.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await syncFolder(this.#folder);
        await rename(second, path);
      });
    } finally {
      // Moving a file onto itself leaves both names.
      await rm(second, { force: true });
    }
    await syncFolder(folder);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const held = this.#writer.held(sha256);
    if (held) return readableOf(range ? held.subarray(range.start, range.end + 1) : held);
    try {
      const file = await open(this.#path(sha256), 'r');
      return file.createReadStream({ highWaterMark: bufferSize, ...range });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new HttpError(404, 'NOT_FOUND', `There are no bytes with sha256 ${sha256}`);
    }
  }

  async has(sha256: string): Promise<boolean> {
    if (this.#writer.unfiled(sha256)) return true;
    return access(this.#path(sha256)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }

  async remove(sha256: string, storedBefore: Date): Promise<boolean> {
    const path = this.#path(sha256);
    // It was stored a moment ago.
    if (this.#writer.unfiled(sha256)) return false;
    try {
      const { mtime } = await stat(path);
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
      throw new HttpError(400, 'BAD_SHA256', 'A sha256 must be 64 of 0-9 and a-f');
    }
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }
}

function readableOf(bytes: Uint8Array): Readable {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Readable.from(content.length > 0 ? [content] : [], { objectMode: false });
}

/** Throws `HttpError` 413 at the first byte too many. */
async function* limited(
  source: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new HttpError(
        413,
        'TOO_LARGE',
        `The content is larger than the ${limit} bytes that are taken here`,
      );
    }
    yield chunk;
  }
}

async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<BlobInfo> {
  const hashes = new Hashes(options);
  const file = await open(path, 'wx', 0o600);
  let writing = Promise.resolve();
  try {
    let waiting: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of source) {
      hashes.update(chunk);
      waiting.push(chunk);
      size += chunk.byteLength;
      if (size < bufferSize) continue;
      await writing;
      // While these are written the next are hashed.
      writing = writeAll(file, waiting);
      writing.catch(() => undefined);
      waiting = [];
      size = 0;
    }
    await writing;
    await writeAll(file, waiting);
    await file.datasync();
  } finally {
    await writing.catch(() => undefined);
    await file.close();
  }
  return hashes.info();
}

/** In one trip to another thread; a disk that takes less than that is tried once more, and says why. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  if (parts.length === 0) return;
  const { bytesWritten } = await file.writev(parts as Uint8Array[]);
  const whole = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytesWritten < whole) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
}
