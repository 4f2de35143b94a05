import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { View } from '../packages/sql/readable.ts';
import { inScope, isReadable, keyOf, type NamedVersion } from './storedVersions.ts';

/** Versions of one package, newest first, among which a range is resolved. */
const maxVersions = 5000;
const maxRounds = 20;
/** Rows of each package in the first round, which is enough for most, and in the others. */
const firstSlice = 100;
const slice = 1000;
/** Rows per query. */
const rowsAtOnce = 100_000;

/** Names of versions of one package, and whether older ones were left out. */
export interface VersionNames {
  versions: string[];
  cut: boolean;
}

interface Reading extends VersionNames {
  /** After the last row that was read. */
  after: { key: string; id: string } | undefined;
  /** In this round. */
  rows: number;
}

/** Returns the names of the newest readable versions of these packages, at most 5,000 of each. */
export async function versionNames(
  type: string,
  names: readonly string[],
  view: View,
): Promise<Map<string, VersionNames>> {
  const found = new Map<string, VersionNames>();
  const packagesAtOnce = rowsAtOnce / firstSlice;
  for (let from = 0; from < names.length; from += packagesAtOnce) {
    const some = names.slice(from, from + packagesAtOnce);
    for (const [name, read] of await readNames(type, some, view)) found.set(name, read);
  }
  return found;
}

async function readNames(
  type: string,
  names: readonly string[],
  view: View,
): Promise<Map<string, VersionNames>> {
  const reading = new Map<string, Reading>(
    names.map((name) => [name, { versions: [], cut: false, after: undefined, rows: 0 }]),
  );
  const known = new Set<string>();
  const take = async (row: NameRow) => {
    const read = reading.get(row.name);
    if (!read) return;
    read.rows++;
    read.after = { key: row.key, id: row.id };
    if (known.has(keyOf(row)) || !(await isReadable(view, row.repo, row.path))) return;
    known.add(keyOf(row));
    read.versions.push(row.version);
  };
  let open = [...reading];
  for (let round = 1; open.length > 0; round++) {
    const limit = round === 1 ? firstSlice : slice;
    for (let from = 0; from < open.length; from += rowsAtOnce / limit) {
      const some = open.slice(from, from + rowsAtOnce / limit);
      for (const [, read] of some) read.rows = 0;
      for (const row of await nextVersions(type, some, view, limit)) await take(row);
    }
    open = open.filter(([, read]) => {
      read.cut = read.rows === limit && (round === maxRounds || read.versions.length >= maxVersions);
      return read.rows === limit && !read.cut;
    });
  }
  return new Map(
    [...reading].flatMap(([name, { versions, cut }]) =>
      versions.length > 0 ? [[name, { versions, cut }]] : [],
    ),
  );
}

interface NameRow extends NamedVersion, Record<string, unknown> {
  repo: string;
  path: string;
  key: string;
  id: string;
}

/** The next rows of each package, newest version first. */
async function nextVersions(
  type: string,
  reading: readonly (readonly [name: string, Reading])[],
  view: View,
  limit: number,
): Promise<NameRow[]> {
  const names = reading.map(([name]) => name);
  const after = reading.map(([, read]) => read.after);
  const { rows } = await db().execute<NameRow>(sql`
    SELECT p.name, v.name AS version, v.repo, v.lead_path AS path, v.sort_key AS key, v.id::text
    FROM unnest(${sql.param(names)}::text[], ${sql.param(after.map((place) => place?.key ?? null))}::text[],
        ${sql.param(after.map((place) => place?.id ?? null))}::bigint[]) AS w (name, after_key, after_id)
      JOIN packages p ON p.type = ${type} AND p.name = w.name COLLATE "C"
      CROSS JOIN LATERAL (
        SELECT v.* FROM versions v WHERE v.package_id = p.id AND ${inScope(view)}
          AND (w.after_key IS NULL OR (v.sort_key, v.id) < (w.after_key COLLATE "C", w.after_id))
        ORDER BY v.sort_key DESC, v.id DESC LIMIT ${limit}) v
    ORDER BY p.name, v.sort_key DESC, v.id DESC`);
  return rows;
}
