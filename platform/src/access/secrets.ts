import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 bits that nobody can guess, fit for a header or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret made by `newSecret`: no salt and no slow hash, as there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** For a person to type once: 24 letters in groups of six, about 118 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
