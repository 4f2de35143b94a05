import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that the databases and data directories of a run need at most, with a margin. */
const neededBytes = 1.5 * 1024 ** 3;

/**
 * Creates a temporary directory, in memory if there is enough. Each test file copies and deletes a
 * database of 400 files; finding free inodes for them took ext4 as long as the tests.
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(inMemory);
    if (bavail * bsize >= neededBytes) return await mkdtemp(join(inMemory, prefix));
  } catch {
    // Not every system has it, or lets everyone write there.
  }
  return mkdtemp(join(tmpdir(), prefix));
}
