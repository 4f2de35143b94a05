import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** In bytes. */
export const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
/** Allows other encryption formats later. */
const version = 1;

/** A secret cannot be decrypted: it has another key or use, or was changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** Encrypts secrets that must be read again, so that the database does not reveal them. */
export class Seal {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== keyLength)
      throw new Error(`Invalid encryption key. Expected ${keyLength} bytes, got ${key.length}.`);
    this.#key = key;
  }

  /**
   * `use` is the purpose, such as `api-key:rosa`. The secret can be decrypted only for the same
   * use.
   */
  close(secret: string, use: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(use));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
  }

  /** Derives a key for another use, such as hashes. It reveals nothing about the encryption key. */
  keyFor(use: string): Buffer {
    return createHmac('sha256', this.#key).update(`key for ${use}`).digest();
  }

  /** Throws `SealBroken`. */
  open(sealed: Buffer, use: string): string {
    const nonce = sealed.subarray(1, 1 + nonceLength);
    const tag = sealed.subarray(1 + nonceLength, 1 + nonceLength + tagLength);
    if (sealed[0] !== version || tag.length !== tagLength)
      throw new SealBroken('The value is not an encrypted secret');
    const cipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagLength })
      .setAAD(Buffer.from(use))
      .setAuthTag(tag);
    try {
      const body = sealed.subarray(1 + nonceLength + tagLength);
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
    } catch {
      throw new SealBroken(`Failed to decrypt ${use}. It was encrypted with another key or changed.`);
    }
  }
}
