import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

const pieceBytes = 1024 * 1024;

/**
 * A file that reserves disk space. When the disk is full, it is deleted, so that the database can
 * write and users can delete content.
 */
export class Reserve {
  readonly #path: string;
  /** In bytes. 0 means no reserve. */
  readonly size: number;

  constructor(path: string, size: number) {
    this.#path = path;
    this.size = size;
  }

  get exists(): boolean {
    return this.size > 0 && existsSync(this.#path);
  }

  /** Creates the reserve. Leaves no partial file if it fails. */
  async create(): Promise<void> {
    if (this.size === 0 || this.exists) return;
    const temporary = `${this.#path}.new`;
    try {
      // Random, because a compressing file system would store zeros without using space.
      const piece = randomBytes(pieceBytes);
      const file = await open(temporary, 'w', 0o600);
      try {
        for (let at = 0; at < this.size; at += pieceBytes) await file.write(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  release(): void {
    rmSync(this.#path, { force: true });
    rmSync(`${this.#path}.new`, { force: true });
  }
}
