import type { PluginHealth, PluginHealthFailure } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Failures listed for one version. */
const maxFailures = 50;
/** Before a plugin is mounted. */
const loadStages: readonly string[] = ['load', 'start', 'mount'];

type FailureRow = PluginHealthFailure & { plugin: string; version: string };
type LoadRow = Pick<PluginHealth, 'plugin' | 'version' | 'loads' | 'firstSeen' | 'lastSeen'> & {
  loadMs: number;
  mountMs: number;
  longestMs: number;
};

/**
 * All versions of plugins with a report in the last `days`, by share of failed loads, highest
 * first.
 */
export async function readHealth(days: number): Promise<PluginHealth[]> {
  const [loads, failures] = await Promise.all([readLoads(days), readFailures(days)]);
  const keys = new Set([...loads, ...failures].map(keyOf));
  const found = [...keys].map((key) =>
    healthOf(
      loads.find((row) => keyOf(row) === key),
      failures.filter((row) => keyOf(row) === key),
    ),
  );
  return found.sort(
    (a, b) => shareOf(b) - shareOf(a) || b.failureCount - a.failureCount || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

const keyOf = ({ plugin, version }: { plugin: string; version: string }) => `${plugin} ${version}`;
const shareOf = ({ failedLoads, loads }: PluginHealth) => (loads === 0 ? 0 : failedLoads / loads);

function healthOf(load: LoadRow | undefined, failures: readonly FailureRow[]): PluginHealth {
  const seen = [...failures, ...(load ? [load] : [])];
  const sum = (rows: readonly FailureRow[]) => rows.reduce((total, { count }) => total + count, 0);
  const failedLoads = sum(failures.filter(({ stage }) => loadStages.includes(stage)));
  return {
    plugin: seen[0]?.plugin ?? '',
    version: seen[0]?.version ?? '',
    loads: (load?.loads ?? 0) + failedLoads,
    failedLoads,
    failureCount: sum(failures),
    ...(load ? { loadMs: load.loadMs, mountMs: load.mountMs, longestMs: load.longestMs } : {}),
    firstSeen: seen.map(({ firstSeen }) => firstSeen).sort()[0] ?? '',
    lastSeen:
      seen
        .map(({ lastSeen }) => lastSeen)
        .sort()
        .at(-1) ?? '',
    failures: failures
      .slice(0, maxFailures)
      .map(({ plugin: _plugin, version: _version, error, ...failure }) => ({
        ...failure,
        ...(error ? { error } : {}),
      })),
  };
}

const iso = (column: 'first_seen' | 'last_seen', pick: 'min' | 'max') =>
  sql.raw(`to_char(${pick}(${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

async function readLoads(days: number): Promise<LoadRow[]> {
  const { rows } = await db().execute<LoadRow & Record<string, unknown>>(sql`
    SELECT plugin, version, least(sum(loads), 2000000000)::integer AS loads,
      (sum(load_ms) / sum(loads))::integer AS "loadMs", (sum(mount_ms) / sum(loads))::integer AS "mountMs",
      max(longest_ms)::integer AS "longestMs",
      ${iso('first_seen', 'min')} AS "firstSeen", ${iso('last_seen', 'max')} AS "lastSeen"
    FROM plugin_loads WHERE hour > now() - make_interval(days => ${days}) GROUP BY plugin, version`);
  return rows;
}

async function readFailures(days: number): Promise<FailureRow[]> {
  const { rows } = await db().execute<FailureRow & Record<string, unknown>>(sql`
    SELECT plugin, version, stage, class, error, message, least(sum(failures), 2000000000)::integer AS count,
      ${iso('first_seen', 'min')} AS "firstSeen", ${iso('last_seen', 'max')} AS "lastSeen",
      ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(array_to_string(browsers, ','), ','), ',')) ORDER BY 1) AS browsers,
      ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(array_to_string(shells, ','), ','), ',')) ORDER BY 1) AS shells
    FROM plugin_failures WHERE hour > now() - make_interval(days => ${days})
    GROUP BY plugin, version, stage, hash, class, error, message ORDER BY count DESC, message`);
  return rows;
}
