// @ts-check
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** A new file that only this user can read, written in the thread that compresses its content. */
export class SliceFile {
  #size = 0;
  #unsynced = 0;
  #hash = createHash('sha256');
  /** @type {import('node:fs/promises').FileHandle} */
  #file;
  #syncBytes;

  /** @param {import('node:fs/promises').FileHandle} file @param {number} syncBytes */
  constructor(file, syncBytes) {
    this.#file = file;
    this.#syncBytes = syncBytes;
  }

  /**
   * Waits for the disk after each `syncBytes`: a longer queue of writes delays the waits of others.
   * @param {{ path: string, syncBytes: number }} place
   */
  static async create({ path, syncBytes }) {
    return new SliceFile(await open(path, 'wx', 0o600), syncBytes);
  }

  /** @param {Uint8Array} slice */
  async write(slice) {
    this.#hash.update(slice);
    this.#size += slice.byteLength;
    this.#unsynced += slice.byteLength;
    await this.#file.writeFile(slice);
    if (this.#unsynced < this.#syncBytes) return;
    await this.#file.datasync();
    this.#unsynced = 0;
  }

  /** Resolves when the content is durable. */
  async finish() {
    await this.#file.datasync();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  async close() {
    await this.#file.close();
  }
}
