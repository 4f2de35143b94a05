import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import type { Storage } from '../storage/storage.ts';

/** Resolves when a query in the database waits for a lock of another transaction. */
export function untilQueryWaits(storage: Storage): Promise<void> {
  // Outside of the current transaction, which would read the waiting queries only once.
  return withStorage(storage, () =>
    vi.waitFor(
      async () => {
        const { rowCount } = await db().execute(sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        expect(rowCount, 'queries that wait').toBeGreaterThan(0);
      },
      { timeout: 4000, interval: 20 },
    ),
  );
}
