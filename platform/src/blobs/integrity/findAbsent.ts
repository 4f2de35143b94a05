import type { BlobState } from '../BlobStore.ts';
import type { Integrity } from './Integrity.ts';

/** Determines why a blob has no content, and records a missing one. */
export async function findAbsent(
  integrity: Integrity,
  sha256: string,
  has: (sha256: string) => Promise<boolean>,
): Promise<BlobState> {
  if (!(await integrity.isListed(sha256))) return 'gone';
  // It may have been stored again since the check.
  if (await has(sha256)) return 'intact';
  await integrity.noteDamaged({ sha256, reason: 'missing' });
  return 'missing';
}
