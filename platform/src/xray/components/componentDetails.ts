import type { ComponentDetails, ComponentIssue, FoundSeverity } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { packageIdOf, parsePackageId } from '../../metadata/packages/packageId.ts';
import { isUnlimited, type View } from '../../metadata/search/readable.ts';
import { db } from '../../storage/db.ts';
import { severities } from '../advisories/severities.ts';
import { judgeLicences } from '../policy/judgeLicence.ts';
import { currentPolicy } from '../policy/scanPolicy.ts';

const gravity: readonly FoundSeverity[] = [...severities, 'skipped'];

/** What is known of a version that the view shows; undefined where there is none. `scanned`: the types that there are results for. */
export async function componentDetails(
  view: View,
  id: string,
  version: string,
  scanned: ReadonlySet<string>,
): Promise<ComponentDetails | undefined> {
  const { type, name } = parsePackageId(id);
  const row = await readable(view, type, name, version);
  if (!row) return undefined;
  const isScanned = scanned.has(type) && !row.waiting;
  const issues = isScanned ? await issuesOf(row.packageId, version) : [];
  const { licenses: policy } = await currentPolicy();
  return {
    pkg_name: name,
    pkg_id: packageIdOf({ type, name }),
    pkg_type: type,
    version,
    scanned: isScanned,
    top_severity: issues[0]?.severity ?? null,
    num_issues: issues.length,
    issues,
    violations: policy.enabled ? judgeLicences(policy, row.licenses) : [],
  };
}

interface Row extends Record<string, unknown> {
  packageId: string;
  repo: string;
  path: string;
  licenses: string[];
  waiting: boolean;
}

async function readable(view: View, type: string, name: string, version: string): Promise<Row | undefined> {
  const { scope, partial, mayRead } = view;
  const { rows } = await db().execute<Row>(sql`
    SELECT v.package_id::text AS "packageId", v.repo, v.lead_path AS path, v.licenses,
      EXISTS (SELECT FROM scan_queue q WHERE q.package_id = v.package_id AND (q.version IS NULL OR q.version = v.name)) AS waiting
    FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.name = ${version}
      AND (${isUnlimited(scope)} OR v.repo = ANY(${sql.param([...scope])}::text[])) ORDER BY v.repo`);
  for (const row of rows) if (!partial.has(row.repo) || (await mayRead(row.repo, row.path))) return row;
  return undefined;
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
