import type { FastifyInstance } from 'fastify';
import { connectionUrl } from '../../database/connectionUrl.ts';
import { isUnpacking } from '../../jobs/serving.ts';
import { BadTarget } from './BackupTarget.ts';
import { addBackupMetrics } from './backupMetrics.ts';
import { readBackupSettings } from './backupSettings.ts';
import { createBackup } from './createBackup.ts';
import { openSource } from './openDatabase.ts';
import { openConsoleTarget } from './openTarget.ts';
import {
  beginRun,
  failRun,
  finishRun,
  hasUnfinishedRun,
  lastScheduled,
  type RunRow,
  requestRun,
  returnRun,
  saveProgress,
} from './runs.ts';
import { lastDue } from './schedule.ts';

export const backupJob = 'back-up';

/** Minimum interval between progress updates, in milliseconds. */
const progressIntervalMs = 1000;

/** Must be called before routes are added. */
export function installBackups(app: FastifyInstance): void {
  addBackupMetrics(app);
  app.jobs.define({
    name: backupJob,
    description: 'Backs up the database and all stored files, when requested or by schedule',
    cluster: 'one',
    every: 60,
    pending: async () => (await hasUnfinishedRun()) || (await isDue()),
    run: (signal) => runBackups(app, signal),
  });
}

/**
 * Whether a scheduled time has passed without a requested backup. A changed schedule does not apply
 * to earlier times.
 */
async function isDue(): Promise<boolean> {
  const settings = await readBackupSettings();
  const due = settings && lastDue(settings, new Date());
  if (!settings || !due || due < settings.changed) return false;
  const last = await lastScheduled();
  return last === undefined || last < due;
}

async function runBackups(app: FastifyInstance, signal: AbortSignal): Promise<void> {
  if (await isDue()) {
    const settings = await readBackupSettings();
    if (settings) await requestRun(settings.target, null);
  }
  const node = app.platform.node;
  for (let run = await beginRun(node); run; run = await beginRun(node)) {
    try {
      await finishRun(run.id, await backUp(app, run, signal));
    } catch (error) {
      if (signal.aborted) return returnRun(run.id);
      if (!(error instanceof BadTarget)) app.log.error({ err: error, backup: run.id }, 'Failed to back up');
      await failRun(run.id, (error as Error).message);
    }
  }
}

async function backUp(app: FastifyInstance, { id, target: given }: RunRow, signal: AbortSignal) {
  const target = await openConsoleTarget(given, app.platform);
  const { home, blobs } = await openSource(app.settings).catch((error: unknown) => {
    target.close();
    throw error;
  });
  try {
    target.requireApart(app.settings);
    const keep = (await readBackupSettings())?.keep;
    let shown = 0;
    let phase = '';
    return await createBackup({
      source: { home, blobs, databaseUrl: connectionUrl(), isLocal: app.settings.databaseUrl === undefined },
      target,
      ...(keep === undefined ? {} : { keep }),
      signal,
      isBusy: isUnpacking,
      async progress(progress) {
        if (phase === progress.phase && performance.now() - shown < progressIntervalMs) return;
        shown = performance.now();
        phase = progress.phase;
        await saveProgress(id, progress);
      },
    });
  } finally {
    blobs.close();
    target.close();
  }
}
