import { connectForDump } from '../../database/dump/DumpClient.ts';
import type { BackupResult } from './createBackup.ts';
import { deleteOldRuns } from './oldRuns.ts';

export interface EndedBackup {
  target: string;
  started: Date;
  /** Why it failed, or its result. */
  outcome: BackupResult | Error;
}

/**
 * Adds a backup of the command to the list in the console, if the database version has the list.
 */
export async function recordRun(url: string, { target, started, outcome }: EndedBackup): Promise<void> {
  const client = await connectForDump(url);
  try {
    await client.query(
      `INSERT INTO backup_runs (requested, requested_by, target, state, started, ended, name, database_bytes, blob_count, blob_bytes,
        copied_bytes, missing_blobs, error)
      SELECT $1, 'lading backup', $2, $3, $1, now(), $4, $5, $6, $7, $8, $9, $10`,
      [started, target, ...valuesOf(outcome)],
    );
    // A command can run every few minutes, and fail each time.
    await client.query(deleteOldRuns);
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as { code?: string }).code !== undefinedTable) throw error;
  } finally {
    await client.end();
  }
}

function valuesOf(outcome: EndedBackup['outcome']): unknown[] {
  if (outcome instanceof Error)
    return ['failed', null, null, null, null, null, null, outcome.message.slice(0, 1000)];
  const { name, database, blobs, copied, missing, retentionError } = outcome;
  return [
    ...['succeeded', name, database, blobs.count, blobs.bytes, copied.bytes],
    ...[missing.length, retentionError],
  ];
}
