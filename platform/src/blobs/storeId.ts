import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** File in a blob directory with the ID of its database. */
export const storeIdFile = 'store-id';

/** File in a blob directory with the marks of the installation that uses it. */
export const marksFile = 'store-marks';

/** Longest file, in characters: marks of copies in conflict. */
const maxLength = 1000;

/**
 * Content of an identity file with which an operator confirms that the directory is the right one.
 */
export const adoptWord = 'adopt';

/** Returns the trimmed content, or undefined if the file does not exist. */
export function readStoreFile(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').slice(0, maxLength).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Replaces a file. Durable when it returns. */
export function writeStoreFile(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  const temporary = `${path}.${randomUUID()}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${text}\n`);
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
