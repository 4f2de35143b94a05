import { wakeJob } from '../../jobs/install.ts';

export const scanJob = 'scan-versions';

/** Call when there are versions to scan without a change of the index. */
export function wakeScanner(): void {
  wakeJob(scanJob);
}
