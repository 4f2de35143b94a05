import { isDeepStrictEqual } from 'node:util';
import type { BuildInfo, BuildRun } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Place } from '../database/cursor.ts';
import { db, transaction } from '../database/db.ts';
import { announce, announcing } from '../events/announce.ts';
import { likePattern } from '../packages/sql/glob.ts';
import type { ReadBuild } from './readBuildInfo.ts';

/** One run of a build. */
export interface BuildRow {
  id: string;
  name: string;
  number: string;
  started: Date;
  createdBy: string;
  info: BuildInfo;
}

interface RawBuild extends Record<string, unknown> {
  id: string;
  name: string;
  number: string;
  started: number;
  createdBy: string;
  info: BuildInfo;
}

/** Returns the run with that start time, or the newest run with the number. */
export async function findBuild(name: string, number: string, started?: Date): Promise<BuildRow | undefined> {
  const when = started ? sql`AND started = ${started.toISOString()}` : sql``;
  const { rows } = await db().execute<RawBuild>(sql`
    SELECT id::text, name, number, (extract(epoch FROM started) * 1000)::float8 AS started, created_by AS "createdBy", info
    FROM builds WHERE name = ${name} AND number = ${number} ${when} ORDER BY started DESC LIMIT 1`);
  const [row] = rows;
  return row && { ...row, started: new Date(row.started) };
}

export function saysTheSame(row: BuildRow, { info }: ReadBuild): boolean {
  return isDeepStrictEqual(row.info, info);
}

/**
 * Stores a run. Returns false if a run with the same number and start exists and must not be
 * replaced.
 */
export async function saveBuild(
  { info, started, files }: ReadBuild,
  by: string,
  replace: boolean,
): Promise<boolean> {
  return transaction(async () => {
    const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO builds AS b (name, number, started, created_by, info)
      VALUES (${info.name}, ${info.number}, ${started.toISOString()}, ${by}, ${JSON.stringify(info)}::jsonb)
      ON CONFLICT (name, number, started) DO UPDATE SET info = excluded.info, created_by = excluded.created_by, created = now()
      WHERE ${replace}
      RETURNING id::text`);
    const id = rows[0]?.id;
    if (id === undefined) return false;
    await db().execute(sql`DELETE FROM build_files WHERE build_id = ${id}`);
    // Promotions belong to the replaced run.
    await db().execute(sql`DELETE FROM build_promotions WHERE build_id = ${id}`);
    await db().execute(sql`
      INSERT INTO build_files (build_id, made, sha1, sha256)
      SELECT ${id}, made, sha1, sha256 FROM unnest(${sql.param(files.map(({ made }) => made))}::boolean[],
        ${sql.param(files.map(({ sha1 }) => sha1 ?? null))}::text[], ${sql.param(files.map(({ sha256 }) => sha256 ?? null))}::text[])
        AS f (made, sha1, sha256)`);
    announce('build.uploaded', () => ({
      ...{ name: info.name, number: info.number, started: started.toISOString() },
      ...(replace ? { replaced: true } : {}),
    }));
    return true;
  });
}

export interface BuildName extends Record<string, unknown> {
  name: string;
  runs: number;
  lastNumber: string;
  /** ISO 8601. */
  lastStarted: string;
}

/**
 * Lists build names with their newest run. `search` matches any part of the name, ignoring case, or
 * with `*` and `?` its beginning.
 */
export async function listBuildNames(search = ''): Promise<BuildName[]> {
  const pattern = likePattern(/[*?]/.test(search) ? `${search}*` : `*${search}*`);
  const { rows } = await db().execute<BuildName>(sql`
    SELECT DISTINCT ON (name) name, number AS "lastNumber", count(*) OVER (PARTITION BY name)::integer AS runs,
      to_char(started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastStarted"
    FROM builds WHERE lower(name) LIKE ${pattern} ORDER BY name, started DESC`);
  return rows;
}

/** A run in the list of a build. */
interface ListedRun extends BuildRun, Record<string, unknown> {
  id: string;
}

/**
 * Lists runs of a build, last started first; `after`: position of the previous page, a start and an
 * ID.
 */
export async function listRuns(name: string, limit: number, after?: Place): Promise<ListedRun[]> {
  const beyond = after
    ? sql`AND (b.started, b.id) < (${after.key}::timestamptz, ${after.tie}::bigint)`
    : sql``;
  // The page is selected first: counting reads the build-info.
  const { rows } = await db().execute<ListedRun>(sql`
    SELECT b.id::text, b.number, to_char(b.started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started, b.created_by AS "createdBy",
      c.modules, c.made, c.used,
      coalesce((SELECT p.status FROM build_promotions p WHERE p.build_id = b.id AND p.status <> '' ORDER BY p.id DESC LIMIT 1), '') AS status
    FROM (SELECT * FROM builds b WHERE b.name = ${name} ${beyond} ORDER BY b.started DESC, b.id DESC LIMIT ${limit}) b
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS modules, ${entries('artifacts')} AS made, ${entries('dependencies')} AS used
      FROM jsonb_array_elements(CASE jsonb_typeof(b.info -> 'modules') WHEN 'array' THEN b.info -> 'modules' ELSE '[]' END) m) c
    ORDER BY b.started DESC, b.id DESC`);
  return rows;
}

/** All entries of the modules, as on the page of the run: also without a checksum, and repeated. */
function entries(list: 'artifacts' | 'dependencies'): SQL {
  return sql`coalesce(sum(CASE jsonb_typeof(m -> ${list}) WHEN 'array' THEN jsonb_array_length(m -> ${list}) ELSE 0 END), 0)::integer`;
}

/**
 * Deletes old runs of a build, except the last `count`, those since a date, and those with the
 * given numbers. Omitted limits have no effect.
 */
export async function discardBuilds(
  name: string,
  keep: { count?: number; since?: Date; numbers: readonly string[] },
): Promise<number> {
  return deleteRuns(sql`
    DELETE FROM builds WHERE name = ${name} AND number <> ALL(${sql.param([...keep.numbers])}::text[]) AND id IN (
      SELECT id FROM (SELECT id, started, row_number() OVER (ORDER BY started DESC, id DESC) AS place FROM builds WHERE name = ${name}) b
      WHERE place > ${keep.count ?? null}::bigint OR started < ${keep.since?.toISOString() ?? null}::timestamptz)`);
}

/** Deletes runs and returns their number; all runs without `numbers`. */
export async function deleteBuilds(name: string, numbers?: readonly string[]): Promise<number> {
  const which = numbers ? sql`AND number = ANY(${sql.param([...numbers])}::text[])` : sql``;
  return deleteRuns(sql`DELETE FROM builds WHERE name = ${name} ${which}`);
}

interface DeletedRun extends Record<string, unknown> {
  name: string;
  number: string;
  started: number;
}

/** Runs the deletion and emits an event for each run. Returns their number. */
function deleteRuns(deletion: SQL): Promise<number> {
  return announcing('build.deleted', async () => {
    const { rows } = await db().execute<DeletedRun>(sql`${deletion}
      RETURNING name, number, (extract(epoch FROM started) * 1000)::float8 AS started`);
    announce('build.deleted', () =>
      rows.map((run) => ({ ...run, started: new Date(run.started).toISOString() })),
    );
    return rows.length;
  });
}
