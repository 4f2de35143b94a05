import { sql } from 'drizzle-orm';
import { MovingBlobStore } from '../blobs/MovingBlobStore.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Platform } from '../platform/Platform.ts';
import { blobs } from './storage.ts';

interface Moved {
  /** Copied in this run. */
  moved: number;
  /** Their SHA-256. They are corrupted or missing in the former location. */
  failed: string[];
}

/** Rows per query. */
const batchSize = 1000;
/** Interval of runs in seconds. Other nodes may have stored blobs in the former location since. */
const intervalSeconds = 3600;

/** Defines the job that moves blobs to their new location, if there is a former one. */
export function defineBlobMove(
  { jobs, settings }: Platform,
  log: (event: string, moved: object) => void,
): void {
  // The storage is not open yet.
  if (settings.formerBlobUrl === undefined) return;
  jobs.define({
    name: 'move-blobs',
    description: 'Copies stored files from LADING_BLOB_FORMER_URL to LADING_BLOB_URL',
    cluster: 'one',
    every: intervalSeconds,
    first: 5,
    run: async (signal) => {
      const { moved, failed } = await moveBlobs(signal);
      if (signal.aborted) return;
      const rest = failed.length > 0 ? `${failed.length} are damaged or missing` : 'all are in the new store';
      log(`Moved blobs to the new store: ${rest}`, { moved, failed: failed.slice(0, 100) });
      if (failed.length > 0)
        throw new Error(
          `${failed.length} stored files are damaged or missing in LADING_BLOB_FORMER_URL, such as SHA-256 ${failed[0]}`,
        );
    },
  });
}

/** Copies all blobs that only the former location has. */
export async function moveBlobs(signal?: AbortSignal): Promise<Moved> {
  const store = blobs();
  if (!(store instanceof MovingBlobStore)) throw new Error('Blobs have no former location');
  const result: Moved = { moved: 0, failed: [] };
  for (let after = ''; !signal?.aborted; ) {
    const { rows } = await db().execute<{ sha256: string }>(sql`
      SELECT sha256 FROM blobs WHERE sha256 > ${after} ORDER BY sha256 LIMIT ${batchSize}`);
    for (const { sha256 } of rows) {
      if (signal?.aborted) break;
      try {
        if (await store.move(sha256)) result.moved += 1;
      } catch (error) {
        if (!(error instanceof HttpError && error.code === 'BLOB_DAMAGED')) throw error;
        result.failed.push(sha256);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.sha256;
  }
  return result;
}
