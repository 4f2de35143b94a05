import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Returns 256 random bits, in characters that are valid in headers and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the stored form of a secret from `newSecret`. It needs neither salt nor a slow hash,
 * because it cannot be guessed.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a password that a user types once: 24 letters in groups of six, about 118 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
