import type { Dependent, Dependents } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { encodeCursor, type ListName, type Place } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { type PackageKey, packageIdOf } from '../packages/packageId.ts';
import { isUnlimited, type View } from '../search/readable.ts';

export const dependentsList: ListName = ['dependents', 'NAME', 'ASC'];

/** Beyond so many nobody counts. */
const counted = 10_000;
/** Rows that are looked at together, and how often, where each path has to be asked for. */
const slice = 500;
const mostRounds = 5;

interface Row extends Record<string, unknown> {
  key: string;
  tie: string;
  name: string;
  version: string;
  range: string;
  development: boolean;
  repo: string;
  path: string | null;
}

/** The packages of the same type that need this one, by name: of each the newest version that does. */
export async function dependentsPage(
  of: PackageKey,
  view: View,
  first: number,
  after?: Place,
): Promise<Dependents> {
  const partial = view.scope.some((repo) => view.partial.has(repo));
  const { rows, more, stoppedAt } = partial
    ? await readableRows(of, view, first, after)
    : await wholeRows(of, view, first, after);
  const last = stoppedAt ?? rows.at(-1);
  return {
    dependents: rows.map((row) => dependentOf(of.type, row)),
    pageInfo: {
      hasNextPage: more,
      endCursor: last ? encodeCursor(dependentsList, { key: last.key, tie: last.tie }) : null,
      capped: stoppedAt !== undefined,
      totalCount: partial ? null : await countDependents(of, view),
    },
  };
}

/** How many packages need this one in whole repositories; null when there are too many to count. */
async function countDependents({ type, name }: PackageKey, view: View): Promise<number | null> {
  const { rows } = await db().execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM (
      SELECT DISTINCT d.by_lower, d.package_id FROM package_dependents d
      WHERE d.type = ${type} AND d.name = ${name} AND ${inScope(view)} LIMIT ${counted + 1}) each`);
  const count = rows[0]?.count ?? 0;
  return count > counted ? null : count;
}

interface Found {
  rows: Row[];
  more: boolean;
  /** Where the search ended before the page was full. */
  stoppedAt?: Row;
}

async function wholeRows(of: PackageKey, view: View, first: number, after?: Place): Promise<Found> {
  const { rows } = await db().execute<Row>(sql`
    SELECT DISTINCT ON (d.by_lower, d.package_id) ${columns}, NULL AS path
    FROM package_dependents d JOIN packages p ON p.id = d.package_id WHERE ${conditions(of, view, after)}
    ORDER BY d.by_lower, d.package_id, d.sort_key DESC, d.repo LIMIT ${first + 1}`);
  return { rows: rows.slice(0, first), more: rows.length > first };
}

/** A package of which only some paths may be read is shown when the version that needs this one is among them. */
async function readableRows(of: PackageKey, view: View, first: number, after?: Place): Promise<Found> {
  const found = new Map<string, Row>();
  let place = after;
  for (let round = 1; ; round++) {
    // Whole packages: the last of a slice may go on in the next one, and is then looked at again.
    const { rows } = await db().execute<Row>(sql`
      SELECT ${columns}, v.lead_path AS path
      FROM package_dependents d JOIN packages p ON p.id = d.package_id
      JOIN versions v ON v.package_id = d.package_id AND v.sort_key = d.sort_key AND v.name = d.version AND v.repo = d.repo
      WHERE (d.by_lower, d.package_id) IN (
        SELECT DISTINCT d.by_lower, d.package_id FROM package_dependents d WHERE ${conditions(of, view, place)}
        ORDER BY 1, 2 LIMIT ${slice})
        AND d.type = ${of.type} AND d.name = ${of.name} AND ${inScope(view)}
      ORDER BY d.by_lower, d.package_id, d.sort_key DESC, d.repo`);
    for (const row of rows) {
      const may = !view.partial.has(row.repo) || (await view.mayRead(row.repo, row.path ?? ''));
      if (may && !found.has(row.tie)) found.set(row.tie, row);
    }
    const last = rows.at(-1);
    const all = [...found.values()];
    if (all.length > first) return { rows: all.slice(0, first), more: true };
    if (new Set(rows.map(({ tie }) => tie)).size < slice || !last) return { rows: all, more: false };
    if (round === mostRounds) return { rows: all, more: true, stoppedAt: last };
    place = { key: last.key, tie: last.tie };
  }
}

const columns = sql`d.by_lower AS key, d.package_id::text AS tie, p.name, d.version, d.range, d.development, d.repo`;

function conditions({ type, name }: PackageKey, view: View, after: Place | undefined) {
  const beyond = after
    ? sql`AND (d.by_lower, d.package_id) > (${String(after.key)} COLLATE "C", ${after.tie}::bigint)`
    : sql``;
  return sql`d.type = ${type} AND d.name = ${name} AND ${inScope(view)} ${beyond}`;
}

function inScope({ scope }: View) {
  return isUnlimited(scope) ? sql`true` : sql`d.repo = ANY(${sql.param(scope)}::text[])`;
}

function dependentOf(type: string, { name, version, range, development, repo }: Row): Dependent {
  return { id: packageIdOf({ type, name }), name, version, range, development, repo };
}
