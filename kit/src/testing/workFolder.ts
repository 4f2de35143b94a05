import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that the systems and releases of a run need at most, with a margin. */
const neededBytes = 10 * 1024 ** 3;

/**
 * Creates a temporary directory for whole systems and releases, in memory if there is enough: they
 * have tens of thousands of files, which take ext4 several times as long.
 */
export function workFolder(prefix: string): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize >= neededBytes) {
      const folder = mkdtempSync(join(inMemory, prefix));
      if (runsPrograms(folder)) return folder;
      rmSync(folder, { recursive: true });
    }
  } catch {
    // Not every system has it, or lets everyone write there.
  }
  return mkdtempSync(join(tmpdir(), prefix));
}

/** Containers can mount it without the permission to run programs. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'true');
  copyFileSync('/bin/true', program);
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
