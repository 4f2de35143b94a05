import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { untilQuiet } from '../../jobs/serving.ts';
import { onIndexChange } from '../../packages/indexChanges.ts';
import type { Platform } from '../../platform/Platform.ts';
import { importing } from '../imports/importJobs.ts';
import { scanState } from '../scanState.ts';
import { lockScanning } from './lock.ts';
import { matchTargets } from './matchTargets.ts';
import { hasNewTypes, rangeNewTypes } from './rangeNewTypes.ts';
import { takeFromSweep, takeTargets, waitingScans } from './scanQueue.ts';
import { scanJob } from './wakeScanner.ts';

/** Milliseconds: versions published within this time are scanned together. */
const settle = 1000;
/** Per transaction: short enough not to delay a waiting import noticeably. */
const versionsAtOnce = 1_000;
const packagesAtOnce = 500;

interface Work extends Record<string, unknown> {
  queued: boolean;
  sweeping: boolean;
}

async function findWork(): Promise<Work> {
  const { rows } = await db().execute<Work>(sql`
    SELECT EXISTS (SELECT FROM scan_queue) AS queued,
      EXISTS (SELECT FROM scan_sweep WHERE after IS NOT NULL) AND NOT ${importing} AS sweeping`);
  return rows[0] ?? { queued: false, sweeping: false };
}

/**
 * Scans the next versions. Returns whether there were any, and whether there are more than one
 * transaction takes.
 */
async function scanSome(): Promise<'none' | 'some' | 'more'> {
  // Without the lock, so that an idle server doesn't wait for other nodes.
  const { queued: isQueued, sweeping } = await findWork();
  if (await rangeNewTypes()) return 'more';
  if (!isQueued && !sweeping) return 'none';
  return transaction(async () => {
    await lockScanning();
    const { taken, targets: queued } = await takeTargets(versionsAtOnce);
    const targets = queued.length > 0 || !sweeping ? queued : await takeFromSweep(packagesAtOnce);
    await matchTargets(targets);
    if (targets.length === 0) return 'none';
    return sweeping || taken === versionsAtOnce ? 'more' : 'some';
  });
}

/** Scans until the queue is empty, for tests and benches that cannot wait for the next round. */
export async function scanAll(): Promise<void> {
  while ((await scanSome()) !== 'none');
}

/**
 * Defines the job that scans new and changed versions, and versions that changed advisories affect.
 */
export function defineScanJob(platform: Platform): void {
  platform.metrics.queues.add('scan', async (limit) =>
    (await scanState(platform.settings)).on ? waitingScans(limit) : { waiting: 0 },
  );
  platform.jobs.define({
    name: scanJob,
    description: 'Scans new versions, and versions that changed advisories affect',
    cluster: 'one',
    every: 60,
    first: settle / 1000,
    settle,
    async pending() {
      const { queued, sweeping } = await findWork();
      return queued || sweeping || (await hasNewTypes());
    },
    async run(signal) {
      // Clients wait for each version they publish: the scan runs after the last one, for all
      // versions together.
      await untilQuiet(signal);
      while (!signal.aborted && (await scanSome()) === 'more');
    },
  });
  onIndexChange(platform, () => platform.jobs.wake(scanJob));
}
