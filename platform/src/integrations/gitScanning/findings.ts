import type { GitFinding, GitFindingCounts, GitScannedFile, GitWatchDetails } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { advisoryCoverage } from '../../advisories/coverage.ts';
import { db } from '../../database/db.ts';

/** Maximum rows of a result. */
const maxRows = 5000;

interface Counts {
  dependencies: number;
  findings: GitFindingCounts;
  /** Ecosystems without imported advisories. */
  unmatched: string[];
}

/** The affected ranges that a dependency `d` is in, with their advisories. */
const matches = sql.raw(`git_dependencies d
  JOIN advisory_ranges r ON r.type = d.type AND r.name = d.match_name AND NOT r.skipped
    AND (d.sort_key > r.from_key OR (r.from_included AND d.sort_key = r.from_key))
    AND (r.to_key IS NULL OR d.sort_key < r.to_key OR (r.to_included AND d.sort_key = r.to_key))
  JOIN advisories a ON a.id = r.advisory`);

const severityOrder = sql.raw(
  `array_position(ARRAY['critical', 'high', 'medium', 'low', 'info', 'unknown'], a.severity)`,
);

/**
 * Returns numbers of dependencies and findings by watch. The same vulnerability of a dependency in
 * several files or databases counts once.
 */
export async function countsOf(watches: readonly string[]): Promise<Map<string, Counts>> {
  const ids = sql`${sql.param([...watches])}::uuid[]`;
  const { rows: found } = await db().execute<{
    watch: string;
    severity: keyof GitFindingCounts;
    count: number;
  }>(sql`
    SELECT watch::text, severity, count(*)::int AS count FROM (
      SELECT DISTINCT ON (d.watch, d.ecosystem, d.name, d.version, a.vulnerability) d.watch, a.severity
      FROM ${matches} WHERE d.watch = ANY(${ids})
      ORDER BY d.watch, d.ecosystem, d.name, d.version, a.vulnerability, ${severityOrder}
    ) f GROUP BY watch, severity`);
  const { rows: all } = await db().execute<{
    watch: string;
    ecosystem: string;
    type: string;
    count: number;
  }>(sql`
    SELECT watch::text, ecosystem, type, count(DISTINCT (name, version))::int AS count
    FROM git_dependencies WHERE watch = ANY(${ids}) GROUP BY watch, ecosystem, type ORDER BY ecosystem`);
  const { full } = await advisoryCoverage();
  const counts = new Map<string, Counts>();
  for (const watch of watches) {
    const findings = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0 };
    for (const row of found) if (row.watch === watch) findings[row.severity] = row.count;
    const own = all.filter((row) => row.watch === watch);
    counts.set(watch, {
      findings,
      dependencies: own.reduce((sum, { count }) => sum + count, 0),
      unmatched: own.filter(({ type }) => !full.has(type)).map(({ ecosystem }) => ecosystem),
    });
  }
  return counts;
}

/** Our repositories with a version, for rows of `d`. */
const heldIn = sql.raw(`ARRAY(SELECT DISTINCT v.repo FROM packages p JOIN versions v ON v.package_id = p.id
  WHERE p.type = d.type AND p.name = d.name AND v.name = d.version ORDER BY v.repo)`);

/** Returns the findings of a watch, highest severity first. */
export async function findingsOf(watch: string): Promise<GitFinding[]> {
  const { rows } = await db().execute<
    Omit<GitFinding, 'fixed'> & { fixed: string | null } & Record<string, unknown>
  >(sql`
    SELECT d.path, d.ecosystem, d.name, d.version, d.advisory, a.title, a.url, a.severity, d.fixed, ${heldIn} AS repositories
    FROM (
      SELECT DISTINCT ON (d.path, d.ecosystem, d.name, d.version, r.advisory) d.*, r.advisory, r.fixed
      FROM ${matches} WHERE d.watch = ${watch}
      ORDER BY d.path, d.ecosystem, d.name, d.version, r.advisory, r.to_key
    ) d JOIN advisories a ON a.id = d.advisory
    ORDER BY ${severityOrder}, d.name, d.version, d.advisory, d.path LIMIT ${maxRows}`);
  return rows.map(({ fixed, ...finding }) => (fixed === null ? finding : { ...finding, fixed }));
}

/** Returns the scanned files of a watch. */
export async function filesOf(watch: string): Promise<GitScannedFile[]> {
  const { rows } = await db().execute<
    Omit<GitScannedFile, 'error'> & { error: string | null } & Record<string, unknown>
  >(sql`
    SELECT f.path, f.kind, f.inexact, f.error,
      (SELECT count(*)::int FROM git_dependencies d WHERE d.watch = f.watch AND d.path = f.path) AS dependencies
    FROM git_files f WHERE f.watch = ${watch} ORDER BY f.path`);
  return rows.map(({ error, ...file }) => (error === null ? file : { ...file, error }));
}

/** Returns the dependencies of a watch that are in our repositories, with their licenses. */
export async function heldOf(watch: string): Promise<GitWatchDetails['held']> {
  const { rows } = await db().execute<GitWatchDetails['held'][number] & Record<string, unknown>>(sql`
    SELECT d.ecosystem, d.name, d.version, array_agg(DISTINCT v.repo ORDER BY v.repo) AS repositories,
      ARRAY(SELECT DISTINCT unnest(w.licenses) FROM versions w WHERE w.package_id = p.id AND w.name = d.version ORDER BY 1) AS licenses
    FROM (SELECT DISTINCT ecosystem, type, name, version FROM git_dependencies WHERE watch = ${watch}) d
    JOIN packages p ON p.type = d.type AND p.name = d.name JOIN versions v ON v.package_id = p.id AND v.name = d.version
    GROUP BY d.ecosystem, d.name, d.version, p.id ORDER BY d.name, d.version LIMIT ${maxRows}`);
  return rows;
}
