import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../../http/errors.ts';
import type { BlobInfo, BlobStore, ByteRange, PutOptions, StagedBlob } from './BlobStore.ts';

/** What is on its way and this old was left by a process that died, in milliseconds. */
const abandonedAfter = 86_400_000;

const bufferSize = 1024 * 1024;

/** Bytes in a folder: `ab/abcd…` by sha256, and `incoming` for what is on its way, which nobody sees. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #register: (blob: BlobInfo) => Promise<void>;
  /** Folders whose entry in their own folder is known to be on the disk. */
  readonly #durableFolders = new Set<string>();

  /** `register` writes the row of bytes that are durable, and waits for a removal of the same ones. */
  constructor(folder: string, register: (blob: BlobInfo) => Promise<void>) {
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
    this.#register = register;
  }

  /** Several nodes may share the folder: only what nobody can be writing any more is dropped. */
  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await syncFolder(this.#folder);
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true });
    }
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StagedBlob> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      const blob = await write(temporary, source, options);
      await this.#publish(temporary, blob.sha256);
      await this.#register(blob);
      // Collection may have removed the same bytes just before their row was written.
      if (!(await this.has(blob.sha256))) await this.#publish(temporary, blob.sha256);
      return blob;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Makes written bytes findable: whole, and once the folder is on the disk for good. */
  async #publish(temporary: string, sha256: string): Promise<void> {
    const path = this.#path(sha256);
    const folder = dirname(path);
    if (!this.#durableFolders.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await syncFolder(this.#folder);
      this.#durableFolders.add(folder);
    }
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncFolder(folder);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.#path(sha256), 'r');
      return file.createReadStream({ highWaterMark: bufferSize, ...range });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new HttpError(404, 'NOT_FOUND', `There are no bytes with sha256 ${sha256}`);
    }
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.#path(sha256)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true });
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

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<StagedBlob> {
  const [sha256, sha1, md5] = ['sha256', 'sha1', 'md5'].map((name) => createHash(name));
  const sha512 = options.sha512 ? createHash('sha512') : undefined;
  const hashes = [sha256, sha1, md5, sha512];
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) {
        throw new HttpError(
          413,
          'TOO_LARGE',
          `The content is larger than the ${limit} bytes that are taken here`,
        );
      }
      for (const hash of hashes) hash?.update(chunk);
      await file.writeFile(chunk);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  const digest = (hash: ReturnType<typeof createHash> | undefined) => hash?.digest('hex') ?? '';
  return {
    sha256: digest(sha256),
    sha1: digest(sha1),
    md5: digest(md5),
    size,
    ...(sha512 ? { sha512: digest(sha512) } : {}),
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
