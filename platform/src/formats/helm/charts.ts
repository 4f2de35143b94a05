import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';
import { fileNameOf } from '../../files/paths.ts';
import { indexState } from '../../packages/indexChanges.ts';
import { versionOrder } from '../../packages/sortKey.ts';
import { type ChartMetadata, chartsNamed } from './chart.ts';
import type { Json } from './readYaml.ts';

/** A chart as an index has it. */
export type ChartEntry = Record<string, Json> & { name: string; version: string };

export interface HeldChart {
  name: string;
  version: string;
  sortKey: string;
  path: string;
  created: Date;
  /** Chart.yaml's fields and the digest. */
  entry: ChartEntry;
}

/** In the current transaction; replaces what the repository had of the version. */
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

/** In the current transaction; gives what was there. */
export async function dropChart(
  repo: string,
  path: string,
): Promise<{ name: string; version: string } | undefined> {
  const { rows } = await db().execute<{ name: string; version: string }>(sql`
    DELETE FROM helm_charts WHERE repo = ${repo} AND path = ${path} RETURNING name, version`);
  return rows[0];
}

/** A chart whose file a remote repository keeps, or did until now, as the index knows it. */
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

export async function chartAt(repo: string, path: string): Promise<HeldChart | undefined> {
  return (await select(sql`repo = ${repo} AND path = ${path}`))[0];
}

export async function chartOf(repo: string, name: string, version: string): Promise<HeldChart | undefined> {
  return (await select(sql`repo = ${repo} AND name = ${name} AND version = ${version}`))[0];
}

/** By name, the newest version of each first. */
export function allCharts(repo: string): Promise<HeldChart[]> {
  return select(sql`repo = ${repo}`);
}

export interface ChartsState {
  state: string;
  changed: Date;
}

/** Milliseconds after which another node's change is seen here; our own is seen at once. */
const staleAfter = 1000;
export const createChartStates = () =>
  new LRUCache<string, { index: number; read: Promise<ChartsState> }>({ max: 1000, ttl: staleAfter });
const known = () => currentPlatform().formats.helm.charts;

/** What it changes with: the same for as long as the repository holds the same charts. */
export function chartsState(repo: string): Promise<ChartsState> {
  const index = indexState();
  const kept = known().get(repo);
  if (kept?.index === index) return kept.read;
  const read = readState(repo);
  known().set(repo, { index, read });
  read.catch(() => known().delete(repo));
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

async function select(where: ReturnType<typeof sql>): Promise<HeldChart[]> {
  const { rows } = await db().execute<
    Omit<HeldChart, 'created'> & { created: number } & Record<string, unknown>
  >(sql`
    SELECT name, version, sort_key AS "sortKey", path, (extract(epoch FROM created) * 1000)::float8 AS created, entry
    FROM helm_charts WHERE ${where} ORDER BY name, sort_key DESC, version DESC`);
  return rows.map((row) => ({ ...row, created: new Date(row.created) }));
}
