import { sql } from 'drizzle-orm';
import { Hashes } from '../blobs/hashes.ts';
import { DamagedBlob } from '../blobs/integrity/DamagedBlob.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { blobs } from './storage.ts';

/** Bytes per round. The next round follows soon. */
const maxBytesPerRound = 4 * 1024 ** 3;

/** Whether there is work for `completeChecksums`. */
export async function hasIncompleteChecksums(): Promise<boolean> {
  const { rows } = await db().execute<{ some: boolean }>(sql`
    SELECT EXISTS (SELECT FROM blobs WHERE sha1 = '') AS some`);
  return rows[0]?.some ?? false;
}

/**
 * Calculates missing SHA-1 and MD5 checksums, oldest blobs first. Returns the number of completed
 * blobs.
 */
export async function completeChecksums(): Promise<number> {
  let completed = 0;
  const { rows } = await db().execute<{ sha256: string }>(sql`
    SELECT sha256 FROM (SELECT sha256, created, sum(size) OVER (ORDER BY created, sha256) - size AS before FROM (
      SELECT sha256, created, size FROM blobs WHERE sha1 = '' ORDER BY created LIMIT 1000) oldest) summed
    WHERE before < ${maxBytesPerRound} ORDER BY created`);
  for (const { sha256 } of rows) {
    const hashes = new Hashes();
    try {
      for await (const part of await blobs().open(sha256)) hashes.update(part as Buffer);
    } catch (error) {
      // Garbage-collected concurrently, or corrupted.
      if (error instanceof HttpError && (error.status === 404 || error instanceof DamagedBlob)) continue;
      throw error;
    }
    const { sha1, md5 } = hashes.info();
    const { rowCount } = await db().execute(sql`
      UPDATE blobs SET sha1 = ${sha1}, md5 = ${md5} WHERE sha256 = ${sha256} AND sha1 = ''`);
    completed += rowCount ?? 0;
  }
  return completed;
}
