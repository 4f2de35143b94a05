import type {
  ComponentDetails,
  ComponentIssue,
  FoundSeverity,
  LicensePolicy,
  LicenseVerdict,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { packageIdOf, parsePackageId } from '../../packages/packages/packageId.ts';
import { currentScans, isCovered, isWaiting, type Scans } from '../../packages/scans.ts';
import { isUnlimited, type View } from '../../packages/search/readable.ts';
import { judgeLicences } from '../policy/judgeLicence.ts';
import { mustDeclare } from '../policy/mustDeclare.ts';
import { currentPolicy } from '../policy/scanPolicy.ts';

const gravity: readonly FoundSeverity[] = [...severities, 'skipped'];

/** The scan result of a version that the view shows; undefined when there is no such version. */
export async function componentDetails(
  view: View,
  id: string,
  version: string,
  scans: Scans,
): Promise<ComponentDetails | undefined> {
  const { type, name } = parsePackageId(id);
  const row = await readable(view, { type, name, version }, scans);
  if (!row) return undefined;
  const found = row.waiting ? [] : await issuesOf(row.packageId, version);
  const scanned = !row.waiting && scans.on && (found.length > 0 || row.covered);
  const issues = scanned ? found : [];
  const { licenses: policy } = await currentPolicy();
  return {
    pkg_name: name,
    pkg_id: packageIdOf({ type, name }),
    pkg_type: type,
    version,
    scanned,
    top_severity: issues[0]?.severity ?? null,
    num_issues: scanned ? issues.length : null,
    issues: scanned ? issues : null,
    violations: policy.enabled ? verdictsOf(policy, type, row) : null,
  };
}

function verdictsOf(policy: LicensePolicy, type: string, { licenses, repo }: Row): LicenseVerdict[] {
  const verdicts = judgeLicences(policy, licenses);
  return mustDeclare(policy, type, repo) ? verdicts : verdicts.filter(({ reason }) => reason !== 'missing');
}

interface Row extends Record<string, unknown> {
  packageId: string;
  repo: string;
  path: string;
  licenses: string[];
  waiting: boolean;
  /** All of its vulnerabilities are known. */
  covered: boolean;
}

async function readable(
  view: View,
  { type, name, version }: Record<'type' | 'name' | 'version', string>,
  scans: Scans,
): Promise<Row | undefined> {
  const { scope, partial, mayRead } = view;
  const { rows } = await db().execute<Row>(sql`
    SELECT v.package_id::text AS "packageId", v.repo, v.lead_path AS path, v.licenses,
      ${isWaiting(sql`v.package_id`, sql`v.name`)} AS waiting, ${isCovered(sql`p.id`, sql`p.type`, scans)} AS covered
    FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.name = ${version}
      AND (${isUnlimited(scope)} OR v.repo = ANY(${sql.param([...scope])}::text[])) ORDER BY v.repo`);
  for (const row of rows) if (!partial.has(row.repo) || (await mayRead(row.repo, row.path))) return row;
  return undefined;
}

/**
 * The issues of a version for callers who can read it; undefined when they are unknown: not scanned, scanning is off, or the version waits.
 */
export async function knownIssues(
  type: string,
  name: string,
  version: string,
): Promise<ComponentIssue[] | undefined> {
  const scans = await currentScans();
  if (!scans.on) return undefined;
  const { rows } = await db().execute<Pick<Row, 'packageId' | 'waiting' | 'covered'>>(sql`
    SELECT v.package_id::text AS "packageId", ${isWaiting(sql`v.package_id`, sql`v.name`)} AS waiting,
      ${isCovered(sql`p.id`, sql`p.type`, scans)} AS covered
    FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.name = ${version} LIMIT 1`);
  const [row] = rows;
  if (!row || row.waiting) return undefined;
  const issues = await issuesOf(row.packageId, version);
  return issues.length > 0 || row.covered ? issues : undefined;
}

/** The gravest first; of what several databases know each that does. */
async function issuesOf(packageId: string, version: string): Promise<ComponentIssue[]> {
  const { rows } = await db().execute<ComponentIssue & Record<string, unknown>>(sql`
    SELECT a.id, a.title, f.severity, a.score, a.aliases, a.url, f.fixed, a.details,
      to_char(a.published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS published
    FROM version_findings f JOIN advisories a ON a.id = f.advisory
    WHERE f.package_id = ${packageId} AND f.version = ${version} ORDER BY a.id LIMIT 1000`);
  return rows.sort(
    (a, b) => gravity.indexOf(a.severity) - gravity.indexOf(b.severity) || (b.score ?? 0) - (a.score ?? 0),
  );
}
