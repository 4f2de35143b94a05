import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { trashSettings } from './trashSettings.ts';
import { purge } from './trashTable.ts';

/** Items per statement. */
const batchSize = 1000;

/** Deletes expired items. Their content is garbage-collected later. */
export function defineTrashJob(platform: Platform): void {
  const expired = async () => {
    const { days } = await trashSettings();
    return sql`i.deleted < now() - make_interval(days => ${days}::integer)`;
  };
  platform.jobs.define({
    name: 'empty-trash',
    description: 'Deletes expired items of the trash',
    deletes: true,
    cluster: 'one',
    every: 3600,
    pending: async () => {
      const { rows } = await db().execute<{ due: boolean }>(
        sql`SELECT EXISTS (SELECT FROM trash_items i WHERE ${await expired()}) AS due`,
      );
      return rows[0]?.due ?? false;
    },
    run: async (signal) => {
      const due = await expired();
      let total = 0;
      for (;;) {
        const { items } = await purge(
          sql`i.id IN (SELECT i.id FROM trash_items i WHERE ${due} ORDER BY i.deleted LIMIT ${batchSize})`,
        );
        total += items;
        if (items < batchSize || signal.aborted) return total;
      }
    },
  });
}
