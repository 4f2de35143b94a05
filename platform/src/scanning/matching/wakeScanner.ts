import { wakeJob } from '../../jobs/install.ts';

export const scanJob = 'scan-versions';

/** To be called when there are versions to scan that no change of the index announces. */
export function wakeScanner(): void {
  wakeJob(scanJob);
}
