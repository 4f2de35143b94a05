import {
  BackupRun,
  BackupRuns,
  BackupSettings,
  BackupSettingsChange,
  BackupTargetCheck,
  BackupTargetReport,
} from '@lading/contract/schemas';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { BadTarget } from './BackupTarget.ts';
import { readBackupSettings, saveBackupSettings } from './backupSettings.ts';
import { openConsoleTarget, targetName } from './openTarget.ts';
import { backupJob } from './runBackups.ts';
import { listRuns, type RunRow, requestRun } from './runs.ts';
import { nextDue } from './schedule.ts';

/** Settings before any are saved: every night, kept for a week. */
const defaults = { target: '', enabled: false, hour: 3, days: [0, 1, 2, 3, 4, 5, 6], keep: 7 };

/** Adds the backup routes under `/ui/api/v1/ui/backups`. */
export async function backupRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });
  runRoutes(app, api);
  settingsRoutes(app, api);
}

function runRoutes(app: FastifyInstance, api: OwnApi): void {
  api.get(
    '',
    { schema: { summary: 'Lists backups, newest first.', response: { 200: BackupRuns } } },
    async (_request, reply): Promise<BackupRuns> => {
      reply.header('cache-control', 'no-store');
      return { backups: (await listRuns()).map(reportOf) };
    },
  );

  api.post(
    '',
    {
      schema: {
        summary: 'Backs up now, in the background. Returns the backup in progress if there is one.',
        response: { 202: BackupRun },
      },
      config: { errors: { 409: ['NO_BACKUP_TARGET'] } },
    },
    async (request, reply) => {
      const settings = await readBackupSettings();
      if (!settings)
        throw new HttpError(
          409,
          'NO_BACKUP_TARGET',
          'No target for backups. Save one with PUT /ui/api/v1/ui/backups/settings first',
        );
      const run = await requestRun(settings.target, callerOf(request).userName);
      await record(request, 'backup-requested', `Backup ${run.id} to ${run.target}`);
      app.jobs.wake(backupJob);
      return reply.code(202).send(reportOf(run));
    },
  );
}

function settingsRoutes(app: FastifyInstance, api: OwnApi): void {
  api.get(
    '/settings',
    {
      schema: {
        summary: 'Returns the target and the schedule of backups.',
        response: { 200: BackupSettings },
      },
    },
    async () => shown(),
  );

  api.put(
    '/settings',
    {
      schema: {
        summary: 'Changes the target and the schedule of backups.',
        body: BackupSettingsChange,
        response: { 200: BackupSettings },
      },
      config: { errors: { 400: ['BAD_BACKUP_TARGET', 'BAD_SCHEDULE'] } },
    },
    async (request) => {
      const { body } = request;
      if (body.enabled && body.days.length === 0)
        throw new HttpError(
          400,
          'BAD_SCHEDULE',
          'A schedule needs a day of the week. Select one, or turn the schedule off',
        );
      const report = await reportOn(app, body.target);
      if (!report.usable) throw new HttpError(400, 'BAD_BACKUP_TARGET', report.reason ?? '');
      await saveBackupSettings({ ...body, target: targetName(body.target) }, callerOf(request).userName);
      await record(
        request,
        'settings-changed',
        `Backups to ${body.target}, keep ${body.keep}, ${body.enabled ? `at ${body.hour}:00 on days ${body.days.join(' ')}` : 'no schedule'}`,
      );
      return shown();
    },
  );

  api.post(
    '/check',
    {
      schema: {
        summary: 'Returns whether a directory or bucket can be the target of backups.',
        body: BackupTargetCheck,
        response: { 200: BackupTargetReport },
      },
    },
    async (request) => reportOn(app, request.body.target),
  );
}

async function shown(): Promise<BackupSettings> {
  const { target, enabled, hour, days, keep } = (await readBackupSettings()) ?? defaults;
  const next = nextDue({ enabled, hour, days }, new Date());
  return {
    ...{ target, enabled, hour, days, keep },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(next ? { nextRun: next.toISOString() } : {}),
  };
}

async function reportOn(app: FastifyInstance, given: string): Promise<BackupTargetReport> {
  try {
    const target = await openConsoleTarget(given, app.platform);
    try {
      const { rows } = await db().execute<{ id: string; bytes: number }>(sql`
        SELECT id::text, (SELECT coalesce(sum(size), 0)::float8 FROM blobs) AS bytes FROM installation`);
      target.requireApart(app.settings);
      const report = await target.check({
        instance: rows[0]?.id ?? '',
        async knows(mark) {
          const found = await db().execute(sql`SELECT 1 FROM backup_marks WHERE mark::text = ${mark}`);
          return found.rows.length > 0;
        },
      });
      return { usable: true, needed: rows[0]?.bytes ?? 0, ...report };
    } finally {
      target.close();
    }
  } catch (error) {
    if (error instanceof BadTarget) return { usable: false, reason: error.message };
    throw error;
  }
}

function reportOf(row: RunRow): BackupRun {
  const { id, state, target, requested, started, ended, done, total, ...optional } = row;
  const given = Object.entries(optional).filter(([, value]) => value !== null);
  return {
    ...{ id, state, target, done, total, requested: iso(requested) },
    ...(started === null ? {} : { started: iso(started) }),
    ...(ended === null ? {} : { ended: iso(ended) }),
    ...Object.fromEntries(given),
  };
}

function iso(time: string): string {
  return new Date(time).toISOString();
}
