import type { Platform } from '../../platform/Platform.ts';
import { completeChecksums, hasIncompleteChecksums } from '../../storage/completeChecksums.ts';
import { dropOldDockerTokens } from './auth/dockerTokens.ts';

/** Defines the jobs of image repositories. */
export function defineOciJobs(platform: Platform): void {
  platform.jobs.define({
    name: 'delete-registry-tokens',
    description: 'Deletes expired tokens of container clients',
    cluster: 'one',
    every: 3600,
    sequential: true,
    run: dropOldDockerTokens,
  });
  platform.jobs.define({
    name: 'complete-checksums',
    description: 'Computes the SHA-1 and MD5 checksums of uploaded layers',
    cluster: 'one',
    every: 60,
    pending: hasIncompleteChecksums,
    // The result is not returned, because it is not a number of deletions.
    run: async () => void (await completeChecksums()),
  });
}
