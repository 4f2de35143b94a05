import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { gauge } from '../metrics/Metrics.ts';

interface Figures extends Record<string, unknown> {
  enabled: boolean;
  succeeded: number | null;
  duration: number | null;
  bytes: number | null;
  missing: number | null;
  failed: boolean | null;
  keptOld: boolean | null;
}

/**
 * Adds metrics about backups, which are the same on each node. The last one is the last that ended:
 * a command that waited for another backup can fail before that one succeeds. What is unknown is
 * absent: all but the schedule until a backup ended, and all but its failure until one succeeded.
 */
export function addBackupMetrics(app: FastifyInstance): void {
  app.metrics.add('backups', async () => {
    const { rows } = await db().execute<Figures>(sql`
      SELECT coalesce((SELECT enabled FROM backup_settings), false) AS enabled, extract(epoch FROM good.ended)::float8 AS succeeded,
        extract(epoch FROM good.ended - good.started)::float8 AS duration,
        (good.database_bytes + good.blob_bytes)::float8 AS bytes, good.missing_blobs::float8 AS missing,
        CASE WHEN good.id IS NOT NULL THEN good.error IS NOT NULL END AS "keptOld",
        (SELECT state = 'failed' FROM backup_runs WHERE state IN ('succeeded', 'failed') ORDER BY ended DESC, id DESC LIMIT 1) AS failed
      FROM (SELECT 1) one LEFT JOIN LATERAL (
        SELECT * FROM backup_runs WHERE state = 'succeeded' ORDER BY ended DESC, id DESC LIMIT 1) good ON true`);
    const {
      enabled = false,
      succeeded = null,
      duration = null,
      bytes = null,
      failed = null,
      missing = null,
      keptOld = null,
    } = rows[0] ?? {};
    const ifAny = (name: string, help: string, value: number | null) =>
      value === null ? [] : [gauge(name, help, value)];
    return [
      gauge('lading_backup_scheduled', 'Whether backups are scheduled.', Number(enabled)),
      ...ifAny('lading_backup_failed', 'Whether the last backup failed.', numberOf(failed)),
      ...ifAny(
        'lading_backup_last_success_timestamp_seconds',
        'End of the last successful backup.',
        succeeded,
      ),
      ...ifAny(
        'lading_backup_missing_files',
        'Stored files that the last successful backup lacks because they were damaged or missing.',
        missing,
      ),
      ...ifAny(
        'lading_backup_retention_failed',
        'Whether old backups could not be deleted after the last successful backup.',
        numberOf(keptOld),
      ),
      ...ifAny('lading_backup_last_duration_seconds', 'Duration of the last successful backup.', duration),
      ...ifAny('lading_backup_last_size_bytes', 'Database and blobs of the last successful backup.', bytes),
    ];
  });
}

const numberOf = (value: boolean | null) => (value === null ? null : Number(value));
