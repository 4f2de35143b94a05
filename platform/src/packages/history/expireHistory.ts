import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';
import { firstDayOf, storedDays } from './days.ts';

/** Rows per statement: no statement may take longer than a request. */
const slice = 10_000;

/** Defines the job that deletes download counts of old days. */
export function defineHistoryJob(platform: Platform): void {
  platform.jobs.define({
    name: 'expire-download-history',
    description: 'Deletes downloads by day that are older than 400 days',
    deletes: true,
    cluster: 'one',
    every: 24 * 3600,
    sequential: true,
    async pending() {
      const { rows } = await db().execute(sql`
        SELECT 1 FROM version_downloads WHERE day < ${firstDayOf(storedDays)} LIMIT 1`);
      return rows.length > 0;
    },
    async run(signal) {
      for (let deleted = 0; ; ) {
        const count = await deleteSlice();
        deleted += count;
        if (count < slice || signal.aborted) return deleted;
      }
    },
  });
}

async function deleteSlice(): Promise<number> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM version_downloads WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM version_downloads WHERE day < ${firstDayOf(storedDays)} LIMIT ${slice}))`);
  return rowCount ?? 0;
}
