import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSegment, segmentNames } from './journal.js';
import { syncFolder } from './syncFolder.ts';

/**
 * Brings to the disk what only the journal is known to hold: a crash may have taken these files, or parts of them. To be
 * done before anybody writes or reads; a journal that was recovered is gone.
 */
export async function recoverJournal(
  journal: string,
  pathOf: (sha256: string) => string,
  temporary: () => string,
): Promise<void> {
  await mkdir(journal, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(journal));
  for (const name of segmentNames) {
    const segment = join(journal, name);
    const folders = new Set<string>();
    for (const { sha256, bytes } of readSegment(segment)) {
      const path = pathOf(sha256);
      await restore(path, bytes, temporary());
      folders.add(dirname(path));
    }
    for (const folder of folders) await syncFolder(folder);
    await rm(segment, { force: true });
  }
}

async function restore(path: string, bytes: Uint8Array, temporary: string): Promise<void> {
  const there = await readFile(path).catch(() => undefined);
  const whole = there?.equals(bytes) ?? false;
  const file = whole ? await open(path, 'r') : await open(temporary, 'wx', 0o600);
  try {
    if (!whole) await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (!whole) await rename(temporary, path);
}
