import { createHash, type Hash } from 'node:crypto';
import type { BlobInfo, PutOptions } from './BlobStore.ts';

/** Calculates the hashes and the size of streamed content. */
export class Hashes {
  readonly #sha256 = createHash('sha256');
  readonly #sha1: Hash | undefined;
  readonly #md5: Hash | undefined;
  readonly #sha512: Hash | undefined;
  #size = 0;

  constructor({
    sha512 = false,
    checksumsLater = false,
  }: Pick<PutOptions, 'sha512' | 'checksumsLater'> = {}) {
    this.#sha1 = checksumsLater ? undefined : createHash('sha1');
    this.#md5 = checksumsLater ? undefined : createHash('md5');
    this.#sha512 = sha512 ? createHash('sha512') : undefined;
  }

  update(bytes: Uint8Array): this {
    this.#size += bytes.byteLength;
    this.#sha256.update(bytes);
    for (const hash of [this.#sha1, this.#md5, this.#sha512]) hash?.update(bytes);
    return this;
  }

  info(): BlobInfo {
    return {
      sha256: this.#sha256.digest('hex'),
      sha1: this.#sha1?.digest('hex') ?? '',
      md5: this.#md5?.digest('hex') ?? '',
      size: this.#size,
      ...(this.#sha512 ? { sha512: this.#sha512.digest('hex') } : {}),
    };
  }
}
