import { createHash } from 'node:crypto';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { logoTable } from './tables.ts';

/** In bytes. */
export const maxLogoBytes = 512 * 1024;

/**
 * Magic numbers of the accepted types, in hexadecimal. SVG is not accepted because it may contain
 * scripts.
 */
const kinds: readonly [type: string, begins: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];

export interface Logo {
  type: string;
  bytes: Buffer;
  /** Hash of the bytes, for the ETag. */
  hash: string;
}

/** Throws `HttpError` 400 if the bytes are not an accepted image type. */
export async function saveLogo(bytes: Buffer): Promise<void> {
  const start = bytes.subarray(0, 16).toString('hex');
  const [type] = kinds.find(([, begins]) => begins.test(start)) ?? [];
  if (type === undefined) {
    throw new HttpError(400, 'BAD_LOGO', 'Invalid logo. Expected a PNG, JPEG, GIF, or WebP image.');
  }
  const values = { type, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
  await db()
    .insert(logoTable)
    .values({ single: true, ...values })
    .onConflictDoUpdate({ target: logoTable.single, set: values });
}

export async function findLogo(): Promise<Logo | undefined> {
  const [found] = await db().select().from(logoTable);
  return found;
}

export async function hasLogo(): Promise<boolean> {
  const found = await db().select({ single: logoTable.single }).from(logoTable);
  return found.length > 0;
}

export async function removeLogo(): Promise<void> {
  await db().delete(logoTable);
}
