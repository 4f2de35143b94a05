import { connectForDump } from '../../database/dump/DumpClient.ts';
import type { BackupResult } from './createBackup.ts';

export interface FinishedBackup {
  target: string;
  started: Date;
  result: BackupResult;
}

/**
 * Adds a backup created by the command to the list in the console, if the database version has the
 * list.
 */
export async function recordFinished(
  url: string,
  { target, started, result }: FinishedBackup,
): Promise<void> {
  const client = await connectForDump(url);
  try {
    const { name, database, blobs, copied, missing } = result;
    await client.query(
      `INSERT INTO backup_runs (requested, requested_by, target, state, started, ended, name, database_bytes, blob_count, blob_bytes,
        copied_bytes, missing_blobs)
      SELECT $1, 'lading backup', $2, 'succeeded', $1, now(), $3, $4, $5, $6, $7, $8`,
      [started, target, name, database, blobs.count, blobs.bytes, copied.bytes, missing.length],
    );
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as { code?: string }).code !== undefinedTable) throw error;
  } finally {
    await client.end();
  }
}
