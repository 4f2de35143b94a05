import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The kernel silently truncates longer socket paths (107 bytes, of which the file name takes 20).
 */
const maxPathBytes = 80;

/**
 * Returns a directory for the Unix socket that only this user can access: in the data directory, or
 * elsewhere if its path is too long.
 */
export async function socketFolder(home: string): Promise<string> {
  const own = join(home, 'run');
  if (Buffer.byteLength(own) <= maxPathBytes) {
    await mkdir(own, { recursive: true, mode: 0o700 });
    return own;
  }
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `lading-${process.getuid?.() ?? 0}-${hash}`);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(`${short} belongs to another user. Remove it, or choose a shorter LADING_HOME.`);
  }
  return short;
}
