import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';
import { fileNameOf } from '../../files/paths.ts';
import { indexState } from '../../packages/indexChanges.ts';
import { versionOrder } from '../../packages/sortKey.ts';
import { type ChartMetadata, chartsNamed } from './chart.ts';
import type { Json } from './readYaml.ts';

/** A chart's entry in an index. */
export type ChartEntry = Record<string, Json> & { name: string; version: string };

export interface StoredChart {
  name: string;
  version: string;
  sortKey: string;
  path: string;
  created: Date;
  /** The fields of Chart.yaml and the digest. */
  entry: ChartEntry;
}

/** Stores a chart in the current transaction, replacing an existing row of the version. */
export async function saveChart(
  repo: string,
  path: string,
  digest: string,
  created: Date,
  { name, version, fields }: ChartMetadata,
): Promise<void> {
  const { sortKey } = versionOrder(version);
  await db().execute(sql`
    INSERT INTO helm_charts (repo, name, version, sort_key, path, created, entry)
    VALUES (${repo}, ${name}, ${version}, ${sortKey}, ${path}, ${created.toISOString()},
      ${JSON.stringify({ ...fields, digest })}::jsonb)
    ON CONFLICT (repo, name, version) DO UPDATE
    SET path = excluded.path, created = excluded.created, entry = excluded.entry, change = nextval('helm_changes')`);
}

/** Deletes a chart in the current transaction and returns it. */
export async function dropChart(
  repo: string,
  path: string,
): Promise<{ name: string; version: string } | undefined> {
  const { rows } = await db().execute<{ name: string; version: string }>(sql`
    DELETE FROM helm_charts WHERE repo = ${repo} AND path = ${path} RETURNING name, version`);
  return rows[0];
}

/** The indexed chart whose file a remote repository caches, or cached until this transaction. */
export async function cachedChart(
  repo: string,
  path: string,
): Promise<{ name: string; version: string } | undefined> {
  const names = chartsNamed(fileNameOf(path)).map(({ name }) => name);
  const { rows } = await db().execute<{ name: string; version: string }>(sql`
    SELECT p.name, v.name AS version FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = 'helm' AND p.name = ANY(${sql.param(names)}::text[]) AND v.repo = ${repo} AND v.lead_path = ${path}`);
  return rows[0];
}

export async function dropCharts(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM helm_charts WHERE repo = ${repo}`);
}

export async function chartAt(repo: string, path: string): Promise<StoredChart | undefined> {
  return (await select(sql`repo = ${repo} AND path = ${path}`))[0];
}

export async function chartOf(repo: string, name: string, version: string): Promise<StoredChart | undefined> {
  return (await select(sql`repo = ${repo} AND name = ${name} AND version = ${version}`))[0];
}

/** By name; the newest version of each chart first. */
export function allCharts(repo: string): Promise<StoredChart[]> {
  return select(sql`repo = ${repo}`);
}

export interface ChartsState {
  state: string;
  changed: Date;
}

/**
 * Maximum delay in milliseconds until changes by other nodes are visible; changes by this node are
 * visible immediately.
 */
const staleAfterMs = 1000;
export const createChartStates = () =>
  new LRUCache<string, { index: number; read: Promise<ChartsState> }>({ max: 1000, ttl: staleAfterMs });
const chartStates = () => currentPlatform().formats.helm.charts;

/**
 * A fingerprint of the repository's charts, and the time of the last change. It is the same as long
 * as the charts are the same.
 */
export function chartsState(repo: string): Promise<ChartsState> {
  const index = indexState();
  const kept = chartStates().get(repo);
  if (kept?.index === index) return kept.read;
  const read = readState(repo);
  chartStates().set(repo, { index, read });
  read.catch(() => chartStates().delete(repo));
  return read;
}

async function readState(repo: string): Promise<ChartsState> {
  const { rows } = await db().execute<{ state: string; changed: number | null }>(sql`
    SELECT count(*) || '-' || coalesce(sum(change), 0) AS state,
      (extract(epoch FROM max(created)) * 1000)::float8 AS changed
    FROM helm_charts WHERE repo = ${repo}`);
  const [row] = rows;
  return { state: row?.state ?? '', changed: new Date(row?.changed ?? 0) };
}

async function select(where: ReturnType<typeof sql>): Promise<StoredChart[]> {
  const { rows } = await db().execute<
    Omit<StoredChart, 'created'> & { created: number } & Record<string, unknown>
  >(sql`
    SELECT name, version, sort_key AS "sortKey", path, (extract(epoch FROM created) * 1000)::float8 AS created, entry
    FROM helm_charts WHERE ${where} ORDER BY name, sort_key DESC, version DESC`);
  return rows.map((row) => ({ ...row, created: new Date(row.created) }));
}
