import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import type { Platform } from '../../platform/Platform.ts';
import { duePolicies, scheduleNext } from '../policies/policyTable.ts';
import { performRun } from './performRun.ts';
import { addRunIfIdle, dropOldRuns, nextRun, noteFailure, setState } from './runTable.ts';
import { addUnusedFilesRuns, hasUnusedFilesSetting } from './unusedFiles.ts';

export const cleanupJob = 'run-cleanup-policies';
/** Maximum attempts of a run. */
const mostAttempts = 5;

export function defineCleanupJob(platform: Platform): void {
  const collects = platform.settings.collection;
  platform.jobs.define({
    name: cleanupJob,
    description: 'Deletes the content that cleanup policies select',
    deletes: true,
    cluster: 'one',
    every: 300,
    first: 5,
    pending: isDue,
    run: async (signal) => {
      await addDueRuns();
      for (;;) {
        const run = await nextRun();
        if (!run || signal.aborted) return;
        try {
          await performRun(run, { collects, signal });
          await noteFailure(run.id, null);
          if (signal.aborted) return;
        } catch (error) {
          if (signal.aborted) return;
          if ((await noteFailure(run.id, reasonOf(error))) < mostAttempts) throw error;
          await setState(run.id, 'failed');
        }
      }
    },
  });
  platform.jobs.define({
    name: 'delete-unused-cached-files',
    description: 'Deletes cached files that were not downloaded for the time set in their remote repository',
    deletes: true,
    cluster: 'one',
    every: 86_400,
    first: 3600,
    pending: hasUnusedFilesSetting,
    run: () => addUnusedFilesRuns(cleanupJob),
  });
  platform.jobs.define({
    name: 'delete-cleanup-runs',
    description: 'Deletes old reports of cleanup policies',
    deletes: true,
    cluster: 'one',
    every: 86_400,
    sequential: true,
    run: dropOldRuns,
  });
}

async function isDue(): Promise<boolean> {
  const { rows } = await db().execute<{ due: boolean }>(sql`
    SELECT EXISTS (SELECT FROM cleanup_runs WHERE state NOT IN ('finished', 'failed'))
      OR EXISTS (SELECT FROM cleanup_policies WHERE next_run <= now()) AS due`);
  return rows[0]?.due ?? false;
}

/** Adds due runs. Skips a policy whose last run is still in progress. */
async function addDueRuns(): Promise<void> {
  for (const policy of await duePolicies()) {
    await transaction(async () => {
      await addRunIfIdle(policy.key, policy.settings, { dry: false, by: '' });
      await scheduleNext(policy);
    });
  }
}
