import type { ComponentIssue, FoundSeverity } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { currentScans, isCovered, isWaiting } from '../packages/scans.ts';
import { severities } from './severities.ts';

const gravity: readonly FoundSeverity[] = [...severities, 'skipped'];

/**
 * Returns the issues of a version, for callers who can read it; undefined if unknown: not scanned,
 * waiting, or scanning is off.
 */
export async function knownIssues(
  type: string,
  name: string,
  version: string,
): Promise<ComponentIssue[] | undefined> {
  const scans = await currentScans();
  if (!scans.on) return undefined;
  const { rows } = await db().execute<{ packageId: string; waiting: boolean; covered: boolean }>(sql`
    SELECT v.package_id::text AS "packageId", ${isWaiting(sql`v.package_id`, sql`v.name`)} AS waiting,
      ${isCovered(sql`p.id`, sql`p.type`, scans)} AS covered
    FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.name = ${version} LIMIT 1`);
  const [row] = rows;
  if (!row || row.waiting) return undefined;
  const issues = await issuesOf(row.packageId, version);
  return issues.length > 0 || row.covered ? issues : undefined;
}

/** Highest severity first. Lists each advisory of a vulnerability in several databases. */
export async function issuesOf(packageId: string, version: string): Promise<ComponentIssue[]> {
  const { rows } = await db().execute<ComponentIssue & Record<string, unknown>>(sql`
    SELECT a.id, a.title, f.severity, a.score, a.aliases, a.url, f.fixed, a.details,
      to_char(a.published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS published
    FROM version_findings f JOIN advisories a ON a.id = f.advisory
    WHERE f.package_id = ${packageId} AND f.version = ${version} ORDER BY a.id LIMIT 1000`);
  return rows.sort(
    (a, b) => gravity.indexOf(a.severity) - gravity.indexOf(b.severity) || (b.score ?? 0) - (a.score ?? 0),
  );
}
