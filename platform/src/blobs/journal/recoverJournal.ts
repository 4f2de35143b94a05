import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readSegment, segmentsIn } from './journal.js';

/**
 * Restores files that a crash lost and that are only in the journal. Returns whether there were
 * any. Must be called before any read. Does not sync: the journal is kept until the writer thread
 * has synced the files.
 */
export function recoverJournal(
  journal: string,
  pathOf: (sha256: string) => string,
  temporary: () => string,
): boolean {
  mkdirSync(journal, { recursive: true, mode: 0o700 });
  let any = false;
  for (const segment of segmentsIn(journal)) {
    any = true;
    for (const { sha256, bytes } of readSegment(segment)) {
      const path = pathOf(sha256);
      if (holds(path, bytes)) continue;
      const whole = temporary();
      writeFileSync(whole, bytes, { mode: 0o600 });
      renameSync(whole, path);
    }
  }
  return any;
}

function holds(path: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
