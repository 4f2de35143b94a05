import type { PluginHealth, PluginHealthFailure } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Failures listed for one version. */
const maxFailures = 50;

interface FailureRow extends PluginHealthFailure {
  plugin: string;
  version: string;
  /** All failures of the version, also those that are not listed. */
  total: number;
  /** Those before the plugin was mounted. */
  failedLoads: number;
  /** Of all failures of the version. */
  since: string;
  until: string;
}
/** Rows of versions that were only turned off have no times. */
type LoadRow = Pick<PluginHealth, 'plugin' | 'version' | 'loads' | 'turnedOff' | 'firstSeen' | 'lastSeen'> & {
  loadMs: number | null;
  mountMs: number | null;
  longestMs: number;
};

/**
 * All versions of plugins with a report in the last `days`, by share of failed loads, highest
 * first.
 */
export async function readHealth(days: number): Promise<PluginHealth[]> {
  const [loads, failures] = await Promise.all([readLoads(days), readFailures(days)]);
  const loadsOf = new Map(loads.map((row) => [keyOf(row), row]));
  const failuresOf = new Map<string, FailureRow[]>();
  for (const row of failures) {
    const rows = failuresOf.get(keyOf(row)) ?? [];
    failuresOf.set(keyOf(row), rows);
    rows.push(row);
  }
  const keys = new Set([...loadsOf.keys(), ...failuresOf.keys()]);
  const found = [...keys].map((key) => healthOf(loadsOf.get(key), failuresOf.get(key) ?? []));
  return found.sort(
    (a, b) => shareOf(b) - shareOf(a) || b.failureCount - a.failureCount || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

const keyOf = ({ plugin, version }: { plugin: string; version: string }) => `${plugin} ${version}`;
const shareOf = ({ failedLoads, loads }: PluginHealth) => (loads === 0 ? 0 : failedLoads / loads);

function healthOf(load: LoadRow | undefined, failures: readonly FailureRow[]): PluginHealth {
  const [first] = failures;
  const failedLoads = first?.failedLoads ?? 0;
  const since = [first?.since, load?.firstSeen].filter((time) => time !== undefined).sort();
  const until = [first?.until, load?.lastSeen].filter((time) => time !== undefined).sort();
  return {
    plugin: first?.plugin ?? load?.plugin ?? '',
    version: first?.version ?? load?.version ?? '',
    loads: (load?.loads ?? 0) + failedLoads,
    failedLoads,
    failureCount: first?.total ?? 0,
    turnedOff: load?.turnedOff ?? 0,
    ...timesOf(load),
    firstSeen: since[0] ?? '',
    lastSeen: until.at(-1) ?? '',
    failures: failures.map(
      ({ stage, class: found, error, message, count, firstSeen, lastSeen, browsers, shells }) => ({
        ...{ stage, class: found, message, count, firstSeen, lastSeen, browsers, shells },
        ...(error ? { error } : {}),
      }),
    ),
  };
}

function timesOf(load: LoadRow | undefined): Pick<PluginHealth, 'loadMs' | 'mountMs' | 'longestMs'> {
  if (!load || load.loadMs === null || load.mountMs === null) return {};
  return { loadMs: load.loadMs, mountMs: load.mountMs, longestMs: load.longestMs };
}

const iso = (time: SQL) => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const count = (sum: SQL) => sql`least(${sum}, 2000000000)::integer`;

async function readLoads(days: number): Promise<LoadRow[]> {
  const { rows } = await db().execute<LoadRow & Record<string, unknown>>(sql`
    SELECT plugin, version, ${count(sql`sum(loads)`)} AS loads,
      greatest(0, ${count(sql`sum(turned_off)`)}) AS "turnedOff",
      (sum(load_ms) / nullif(sum(loads), 0))::integer AS "loadMs",
      (sum(mount_ms) / nullif(sum(loads), 0))::integer AS "mountMs",
      max(longest_ms)::integer AS "longestMs",
      ${iso(sql`min(first_seen)`)} AS "firstSeen", ${iso(sql`max(last_seen)`)} AS "lastSeen"
    FROM plugin_loads WHERE hour > now() - make_interval(days => ${days}) GROUP BY plugin, version`);
  return rows;
}

/** The most frequent ones of each version. The rest is counted by the database, not read. */
async function readFailures(days: number): Promise<FailureRow[]> {
  const { rows } = await db().execute<FailureRow & Record<string, unknown>>(sql`
    WITH grouped AS (
      SELECT plugin, version, stage, class, error, message, sum(failures) AS failures,
        min(first_seen) AS first_seen, max(last_seen) AS last_seen,
        string_agg(array_to_string(browsers, ','), ',') AS browsers, string_agg(array_to_string(shells, ','), ',') AS shells
      FROM plugin_failures WHERE hour > now() - make_interval(days => ${days})
      GROUP BY plugin, version, stage, hash, class, error, message
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY plugin, version ORDER BY failures DESC, message) AS place,
        sum(failures) OVER version_of AS total, min(first_seen) OVER version_of AS since, max(last_seen) OVER version_of AS until,
        coalesce(sum(failures) FILTER (WHERE stage IN ('load', 'start', 'mount')) OVER version_of, 0) AS failed_loads
      FROM grouped WINDOW version_of AS (PARTITION BY plugin, version)
    )
    SELECT plugin, version, stage, class, error, message, ${count(sql`failures`)} AS count,
      ${count(sql`total`)} AS total, ${count(sql`failed_loads`)} AS "failedLoads",
      ${iso(sql`since`)} AS since, ${iso(sql`until`)} AS until,
      ${iso(sql`first_seen`)} AS "firstSeen", ${iso(sql`last_seen`)} AS "lastSeen",
      ARRAY(SELECT DISTINCT unnest(string_to_array(browsers, ',')) ORDER BY 1) AS browsers,
      ARRAY(SELECT DISTINCT unnest(string_to_array(shells, ',')) ORDER BY 1) AS shells
    FROM ranked WHERE place <= ${maxFailures} ORDER BY plugin, version, place`);
  return rows;
}
