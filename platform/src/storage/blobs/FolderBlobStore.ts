import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HttpError } from '../../http/errors.ts';
import type { BlobStore, ByteRange, PutOptions, StagedBlob } from './BlobStore.ts';

/** Bytes in a folder: `ab/cd/abcd…` by sha256, and `incoming` for what is still on its way. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
  }

  /** What was half written when the last owner died is dropped. */
  async prepare(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StagedBlob> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      const blob = await this.#write(temporary, source, options);
      const path = this.#path(blob.sha256);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncFolders(dirname(path), this.#folder);
      return blob;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async #write(path: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StagedBlob> {
    const hashes = { sha256: createHash('sha256'), sha1: createHash('sha1'), md5: createHash('md5') };
    const sha512 = options.sha512 ? createHash('sha512') : undefined;
    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    const file = await open(path, 'wx', 0o600);
    try {
      let size = 0;
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > limit) {
          throw new HttpError(413, 'TOO_LARGE', `The content is larger than the ${limit} bytes allowed here`);
        }
        for (const hash of Object.values(hashes)) hash.update(chunk);
        sha512?.update(chunk);
        await file.writeFile(chunk);
      }
      await file.datasync();
      return {
        sha256: hashes.sha256.digest('hex'),
        sha1: hashes.sha1.digest('hex'),
        md5: hashes.md5.digest('hex'),
        size,
        ...(sha512 ? { sha512: sha512.digest('hex') } : {}),
      };
    } finally {
      await file.close();
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    let file: Awaited<ReturnType<typeof open>>;
    try {
      file = await open(this.#path(sha256), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new HttpError(404, 'NOT_FOUND', `There are no bytes with sha256 ${sha256}`);
    }
    return createReadStream('', { fd: file, highWaterMark: 1024 * 1024, ...range });
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.#path(sha256)).then(
      () => true,
      () => false,
    );
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#path(sha256), { force: true });
  }

  #path(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw new HttpError(400, 'BAD_SHA256', 'A sha256 has 64 digits of 0-9a-f');
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

/** A rename is durable once the folder is: so is a new folder, up to the root of the store. */
async function syncFolders(from: string, root: string): Promise<void> {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }
}
