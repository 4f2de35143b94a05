import type { ComponentDetails, LicensePolicy, LicenseVerdict } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { issuesOf } from '../../advisories/knownIssues.ts';
import { db } from '../../database/db.ts';
import { packageIdOf, parsePackageId } from '../../packages/list/packageId.ts';
import { isCovered, isWaiting, type Scans } from '../../packages/scans.ts';
import { isUnlimited, type View } from '../../packages/sql/readable.ts';
import { evaluateLicenses } from '../policy/evaluateLicenses.ts';
import { mustDeclare } from '../policy/mustDeclare.ts';
import { currentPolicy } from '../policy/scanPolicy.ts';

/** Returns the scan result of a visible version; undefined if there is no such version. */
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
  const verdicts = evaluateLicenses(policy, licenses);
  return mustDeclare(policy, type, repo) ? verdicts : verdicts.filter(({ reason }) => reason !== 'missing');
}

interface Row extends Record<string, unknown> {
  packageId: string;
  repo: string;
  path: string;
  licenses: string[];
  waiting: boolean;
  /** Whether all of its vulnerabilities are known. */
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
