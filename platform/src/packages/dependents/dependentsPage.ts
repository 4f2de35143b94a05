import type { Dependent, Dependents } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { encodeCursor, type ListName, type Place } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { type PackageKey, packageIdOf } from '../list/packageId.ts';
import { isUnlimited, type View } from '../sql/readable.ts';

export const dependentsList: ListName = ['dependents', 'NAME', 'ASC'];

/** Maximum exact count of dependents. */
const maxCounted = 10_000;
/** Rows per round, and maximum rounds, where each path needs its own permission check. */
const slice = 500;
const maxRounds = 5;

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

/**
 * Returns a page of packages of the same type that depend on this one, by name, each with its
 * newest dependent version.
 */
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

/** Counts the dependents in fully readable repositories; null when there are too many. */
async function countDependents({ type, name }: PackageKey, view: View): Promise<number | null> {
  const { rows } = await db().execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM (
      SELECT DISTINCT d.by_lower, d.package_id FROM package_dependents d
      WHERE d.type = ${type} AND d.name = ${name} AND ${inScope(view)} LIMIT ${maxCounted + 1}) each`);
  const count = rows[0]?.count ?? 0;
  return count > maxCounted ? null : count;
}

interface Found {
  rows: Row[];
  more: boolean;
  /** The last row read before the search stopped with an incomplete page. */
  stoppedAt?: Row;
}

async function wholeRows(of: PackageKey, view: View, first: number, after?: Place): Promise<Found> {
  const { rows } = await db().execute<Row>(sql`
    SELECT DISTINCT ON (d.by_lower, d.package_id) ${columns}, NULL AS path
    FROM package_dependents d JOIN packages p ON p.id = d.package_id WHERE ${conditions(of, view, after)}
    ORDER BY d.by_lower, d.package_id, d.sort_key DESC, d.repo LIMIT ${first + 1}`);
  return { rows: rows.slice(0, first), more: rows.length > first };
}

/**
 * In partially readable repositories, a package is shown if the caller can read the version that
 * depends on this one.
 */
async function readableRows(of: PackageKey, view: View, first: number, after?: Place): Promise<Found> {
  const found = new Map<string, Row>();
  let place = after;
  for (let round = 1; ; round++) {
    // The last package of a slice can continue in the next slice, and is then read again.
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
    if (round === maxRounds) return { rows: all, more: true, stoppedAt: last };
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
