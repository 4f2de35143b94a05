import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';

/** Days for which reports are stored. */
export const storedDays = 30;

const oldest = sql`now() - make_interval(days => ${storedDays})`;

/** Defines the job that deletes old reports about plugins. */
export function defineExpiryJob(platform: Platform): void {
  platform.jobs.define({
    name: 'expire-plugin-health',
    description: `Deletes reports about plugins that are older than ${storedDays} days`,
    deletes: true,
    cluster: 'one',
    every: 24 * 3600,
    sequential: true,
    async pending() {
      const { rows } = await db().execute(sql`
        SELECT 1 FROM plugin_loads WHERE hour < ${oldest} UNION ALL SELECT 1 FROM plugin_failures WHERE hour < ${oldest}
        UNION ALL SELECT 1 FROM plugin_notices WHERE noticed < ${oldest} LIMIT 1`);
      return rows.length > 0;
    },
    async run() {
      const loads = await db().execute(sql`DELETE FROM plugin_loads WHERE hour < ${oldest}`);
      const failures = await db().execute(sql`DELETE FROM plugin_failures WHERE hour < ${oldest}`);
      await db().execute(sql`DELETE FROM plugin_notices WHERE noticed < ${oldest}`);
      return (loads.rowCount ?? 0) + (failures.rowCount ?? 0);
    },
  });
}
