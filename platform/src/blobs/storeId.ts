import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** File in a blob directory with the ID of its database. */
export const storeIdFile = 'store-id';

/**
 * Content of an identity file with which an operator confirms that the directory is the right one.
 */
export const adoptWord = 'adopt';

/** Returns the trimmed content, or undefined if the file does not exist. */
export function readStoreId(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, storeIdFile), 'utf8').slice(0, 100).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Writes the ID. Durable when it returns. */
export function writeStoreId(folder: string, id: string): void {
  const path = join(folder, storeIdFile);
  const temporary = `${path}.${randomUUID()}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${id}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

export function isStoreId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
