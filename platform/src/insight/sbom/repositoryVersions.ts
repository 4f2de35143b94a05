import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { View } from '../../packages/sql/readable.ts';
import { inScope, isReadable, keyOf, type NamedVersion } from '../storedVersions.ts';
import { maxComponents } from './Bill.ts';

/** Rows per round, and rounds in which unreadable versions are skipped. */
const slice = maxComponents + 1;
const maxRounds = 5;

interface Row extends NamedVersion, Record<string, unknown> {
  repo: string;
  path: string;
}

/**
 * The readable versions of a type in the repositories of the view, by name, up to the limit of a
 * bill. Versions that the caller cannot read don't count.
 */
export async function repositoryVersions(
  type: string,
  view: View,
): Promise<{ versions: NamedVersion[]; cut: boolean }> {
  const found = new Map<string, NamedVersion>();
  let last: Row | undefined;
  for (let round = 1; ; round++) {
    const rows = await rowsAfter(type, view, last);
    for (const row of rows) {
      const { name, version, repo, path } = row;
      const key = keyOf(row);
      if (found.has(key) || !(await isReadable(view, repo, path))) continue;
      if (found.size === maxComponents) return { versions: [...found.values()], cut: true };
      found.set(key, { name, version });
    }
    last = rows.at(-1);
    if (rows.length < slice) return { versions: [...found.values()], cut: false };
    if (round === maxRounds) return { versions: [...found.values()], cut: true };
  }
}

/** By name, so that the index of names lets the query stop at the limit. */
async function rowsAfter(type: string, view: View, after: Row | undefined): Promise<Row[]> {
  const beyond = after
    ? sql`AND (p.name, v.name, v.repo) > (${after.name} COLLATE "C", ${after.version} COLLATE "C", ${after.repo} COLLATE "C")`
    : sql``;
  const { rows } = await db().execute<Row>(sql`
    SELECT p.name, v.name AS version, v.repo, v.lead_path AS path
    FROM versions v JOIN packages p ON p.id = v.package_id
    WHERE p.type = ${type} AND ${inScope(view)} ${beyond}
    ORDER BY p.name, v.name, v.repo LIMIT ${slice}`);
  return rows;
}
