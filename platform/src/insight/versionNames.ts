import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { View } from '../packages/search/readable.ts';
import { inScope, isReadable, keyOf, type NamedVersion } from './storedVersions.ts';

/** Versions of one package, newest first, among which a range is resolved. */
const maxVersions = 5000;
const slice = 1000;
const maxRounds = 20;

/** Names of versions of one package, and whether older ones were left out. */
export interface VersionNames {
  versions: string[];
  cut: boolean;
}

interface Reading extends VersionNames {
  /** After the last row that was read. */
  after: { key: string; id: string } | undefined;
}

/** Returns the names of the newest readable versions of these packages, at most 5,000 of each. */
export async function versionNames(
  type: string,
  names: readonly string[],
  view: View,
): Promise<Map<string, VersionNames>> {
  const found = new Map<string, VersionNames>();
  for (let from = 0; from < names.length; from += packagesAtOnce) {
    const some = names.slice(from, from + packagesAtOnce);
    for (const [name, read] of await readNames(type, some, view)) found.set(name, read);
  }
  return found;
}

/** Packages per query. */
const packagesAtOnce = 200;

async function readNames(
  type: string,
  names: readonly string[],
  view: View,
): Promise<Map<string, VersionNames>> {
  const reading = new Map<string, Reading>(
    names.map((name) => [name, { versions: [], cut: false, after: undefined }]),
  );
  const known = new Set<string>();
  let open = [...names];
  for (let round = 1; open.length > 0; round++) {
    const rows = await nextVersions(type, open, reading, view);
    for (const row of rows) {
      const read = reading.get(row.name);
      if (!read) continue;
      read.after = { key: row.key, id: row.id };
      if (known.has(keyOf(row)) || !(await isReadable(view, row.repo, row.path))) continue;
      known.add(keyOf(row));
      read.versions.push(row.version);
    }
    const counts = new Map<string, number>();
    for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
    open = open.filter((name) => {
      const read = reading.get(name);
      if (!read || (counts.get(name) ?? 0) < slice) return false;
      read.cut = round === maxRounds || read.versions.length >= maxVersions;
      return !read.cut;
    });
  }
  return new Map([...reading].filter(([, { versions }]) => versions.length > 0));
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
  names: readonly string[],
  reading: ReadonlyMap<string, Reading>,
  view: View,
): Promise<NameRow[]> {
  const after = names.map((name) => reading.get(name)?.after);
  const { rows } = await db().execute<NameRow>(sql`
    SELECT p.name, v.name AS version, v.repo, v.lead_path AS path, v.sort_key AS key, v.id::text
    FROM unnest(${sql.param([...names])}::text[], ${sql.param(after.map((place) => place?.key ?? null))}::text[],
        ${sql.param(after.map((place) => place?.id ?? null))}::bigint[]) AS w (name, after_key, after_id)
      JOIN packages p ON p.type = ${type} AND p.name = w.name COLLATE "C"
      CROSS JOIN LATERAL (
        SELECT v.* FROM versions v WHERE v.package_id = p.id AND ${inScope(view)}
          AND (w.after_key IS NULL OR (v.sort_key, v.id) < (w.after_key COLLATE "C", w.after_id))
        ORDER BY v.sort_key DESC, v.id DESC LIMIT ${slice}) v
    ORDER BY p.name, v.sort_key DESC, v.id DESC`);
  return rows;
}
