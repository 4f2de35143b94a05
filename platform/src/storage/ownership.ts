import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isNoSpace } from '../blobs/space/NoSpaceLeft.ts';

/** Another server uses the data directory. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Makes this process the only owner of a data directory, or throws `FolderInUse`. The kernel ties
 * the lock to the open file, and releases it when the process ends in any way. Returns a function
 * that releases it.
 */
export function ownFolder(home: string): () => void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = lockFolder(home);
  return () => closeSync(file);
}

/**
 * Locks an existing directory for this process, or throws `FolderInUse`. Returns the open file that
 * holds the lock.
 */
export function lockFolder(home: string): number {
  const path = join(home, 'lock');
  // macOS locks a file when it opens it. Elsewhere, the `flock` program locks the inherited open
  // file.
  const darwin = process.platform === 'darwin';
  const flags = constants.O_RDWR | constants.O_CREAT | (darwin ? 0x20 | constants.O_NONBLOCK : 0);
  let file: number;
  try {
    file = openSync(path, flags, 0o600);
  } catch (error) {
    if (darwin && (error as NodeJS.ErrnoException).code === 'EAGAIN') throw inUse(home, path);
    throw error;
  }
  if (!darwin) lockOrThrow(file, home, path);
  notePid(file);
  return file;
}

/**
 * Writes the process ID for the error message of another server. A full disk must not prevent the
 * start.
 */
function notePid(file: number): void {
  try {
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`, 0);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
  }
}

function lockOrThrow(file: number, home: string, path: string): void {
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  });
  if (status === 0) return;
  closeSync(file);
  if (error) throw new Error(`The program flock (util-linux) is required to lock ${home}: ${error.message}`);
  throw inUse(home, path);
}

function inUse(home: string, path: string): FolderInUse {
  const owner = readFileSync(path, 'utf8').trim();
  const who = owner === '' ? 'another server' : `another server (process ${owner})`;
  return new FolderInUse(
    `LADING_HOME ${home} is in use by ${who}. Stop it, or set LADING_HOME to another directory.`,
  );
}
