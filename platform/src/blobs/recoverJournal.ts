import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readSegment, segmentsIn } from './journal.js';

/**
 * Puts back what a crash took of files that only the journal is known to hold; says whether there were any. To be done before
 * anybody reads. Nothing is waited for: the journal stays until the thread that writes has brought them to the disk.
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
