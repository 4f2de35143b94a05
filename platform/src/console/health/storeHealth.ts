import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import type { CountedFailures, CountedLoads } from './HealthCounts.ts';

/** Adds counts to the stored ones: two statements, whatever the number of reports. */
export async function storeHealth(counted: {
  loads: readonly CountedLoads[];
  failures: readonly CountedFailures[];
}): Promise<void> {
  await transaction(async () => {
    if (counted.loads.length > 0) await storeLoads(counted.loads);
    if (counted.failures.length > 0) await storeFailures(counted.failures);
  });
}

/** In the order of the key, so that two nodes never wait for each other. */
function rowsOf<Row extends { hour: number; firstSeen: number; lastSeen: number }>(rows: readonly Row[]) {
  return sql`${JSON.stringify(
    rows.map((row) => ({
      ...row,
      hour: new Date(row.hour),
      firstSeen: new Date(row.firstSeen),
      lastSeen: new Date(row.lastSeen),
    })),
  )}::jsonb`;
}

async function storeLoads(loads: readonly CountedLoads[]): Promise<void> {
  await db().execute(sql`
    INSERT INTO plugin_loads AS l (hour, plugin, version, loads, load_ms, mount_ms, longest_ms, turned_off, first_seen, last_seen)
    SELECT hour, plugin, version, loads, "loadMs", "mountMs", "longestMs", "turnedOff", "firstSeen", "lastSeen"
    FROM jsonb_to_recordset(${rowsOf(loads)}) AS r (hour timestamptz, plugin text, version text, loads bigint, "loadMs" bigint,
      "mountMs" bigint, "longestMs" bigint, "turnedOff" bigint, "firstSeen" timestamptz, "lastSeen" timestamptz)
    ORDER BY hour, plugin, version
    ON CONFLICT (hour, plugin, version) DO UPDATE SET
      loads = l.loads + EXCLUDED.loads, load_ms = l.load_ms + EXCLUDED.load_ms, mount_ms = l.mount_ms + EXCLUDED.mount_ms,
      longest_ms = greatest(l.longest_ms, EXCLUDED.longest_ms), turned_off = l.turned_off + EXCLUDED.turned_off,
      first_seen = least(l.first_seen, EXCLUDED.first_seen), last_seen = greatest(l.last_seen, EXCLUDED.last_seen)`);
}

async function storeFailures(failures: readonly CountedFailures[]): Promise<void> {
  await db().execute(sql`
    INSERT INTO plugin_failures AS f
      (hour, plugin, version, stage, hash, class, error, message, failures, browsers, shells, first_seen, last_seen)
    SELECT hour, plugin, version, stage, hash, class, error, message, failures, browsers, shells, "firstSeen", "lastSeen"
    FROM jsonb_to_recordset(${rowsOf(failures)}) AS r (hour timestamptz, plugin text, version text, stage text, hash text,
      class text, error text, message text, failures bigint, browsers text[], shells text[], "firstSeen" timestamptz,
      "lastSeen" timestamptz)
    ORDER BY hour, plugin, version, stage, hash
    ON CONFLICT (hour, plugin, version, stage, hash) DO UPDATE SET
      failures = f.failures + EXCLUDED.failures,
      browsers = ARRAY(SELECT DISTINCT unnest(f.browsers || EXCLUDED.browsers) ORDER BY 1 LIMIT 20),
      shells = ARRAY(SELECT DISTINCT unnest(f.shells || EXCLUDED.shells) ORDER BY 1 LIMIT 20),
      first_seen = least(f.first_seen, EXCLUDED.first_seen), last_seen = greatest(f.last_seen, EXCLUDED.last_seen)`);
}
