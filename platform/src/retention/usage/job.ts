import type { Platform } from '../../platform/Platform.ts';
import { countStorage } from './countStorage.ts';
import { writeUsage } from './usageTable.ts';

export const usageJob = 'calculate-storage';

export function defineUsageJob(platform: Platform): void {
  platform.jobs.define({
    name: usageJob,
    description: 'Calculates the use of storage by repository, project, and package type',
    cluster: 'one',
    every: 6 * 3600,
    // Show data on a new server soon.
    first: 60,
    sequential: true,
    run: async (signal) => {
      const calculated = new Date();
      const tally = await countStorage(signal);
      if (tally) await writeUsage(tally, calculated);
    },
  });
}
