import { createHash, type Hash } from 'node:crypto';
import type { BlobInfo } from './BlobStore.ts';

/** All that is kept of some bytes, made while they pass. */
export class Hashes {
  readonly #sha256 = createHash('sha256');
  readonly #sha1 = createHash('sha1');
  readonly #md5 = createHash('md5');
  readonly #sha512: Hash | undefined;
  #size = 0;

  constructor({ sha512 = false }: { sha512?: boolean | undefined } = {}) {
    this.#sha512 = sha512 ? createHash('sha512') : undefined;
  }

  update(bytes: Uint8Array): this {
    this.#size += bytes.byteLength;
    for (const hash of [this.#sha256, this.#sha1, this.#md5]) hash.update(bytes);
    this.#sha512?.update(bytes);
    return this;
  }

  info(): BlobInfo {
    return {
      sha256: this.#sha256.digest('hex'),
      sha1: this.#sha1.digest('hex'),
      md5: this.#md5.digest('hex'),
      size: this.#size,
      ...(this.#sha512 ? { sha512: this.#sha512.digest('hex') } : {}),
    };
  }
}
