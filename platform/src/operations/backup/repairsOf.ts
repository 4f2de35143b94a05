import type { Fault } from './verifyTarget.ts';

/** Returns what the operator does about damage in a target. */
export function repairsOf(faults: readonly Fault[]): string[] {
  const blobs = faults.filter(({ isBlob }) => isBlob);
  const lost = new Set(faults.filter(({ isBlob }) => !isBlob).flatMap(({ backups }) => backups));
  const steps: string[] = [];
  if (blobs.some(({ reason }) => reason === 'damaged'))
    steps.push(
      'Delete the damaged files in blobs/: the next backup copies them and missing ones again, if the server still has them',
    );
  else if (blobs.length > 0)
    steps.push('The next backup copies missing files in blobs/ again, if the server still has them');
  if (lost.size > 0) {
    const places = [...lost].map((name) => `backups/${name}`).join(', ');
    steps.push(
      `Files of a backup itself cannot be repaired. Back up again, then delete what cannot be restored: ${places}`,
    );
  }
  return steps;
}
