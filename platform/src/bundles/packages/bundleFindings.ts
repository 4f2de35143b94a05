import type { BundleFindings, BundleIssue, BundlePackage, Vulnerabilities } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { artifactsOf, type BundleVersion } from '../content/bundleRows.ts';
import { containedPackages, fromPackages, versionKey } from './containedPackages.ts';
import { packageFacts } from './packageFacts.ts';

/** Maximum listed vulnerabilities. */
const maxIssues = 1000;
const none: Vulnerabilities = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };

/**
 * Returns the licenses and vulnerabilities of a bundle version. A package version in several
 * repositories counts once.
 */
export async function bundleFindings({ id }: BundleVersion): Promise<BundleFindings> {
  const artifacts = await artifactsOf(id);
  const packages = await packageFacts(containedPackages(artifacts));
  const versions = [...new Map(packages.map((each) => [versionKey(each), each])).values()];
  const vulnerabilities = sumOf(versions);
  const scans = { known: 0, pending: 0, unknown: 0, off: 0 };
  for (const { scan } of versions) scans[scan]++;
  return {
    packages: versions.length,
    filesWithoutPackage: artifacts.filter(({ packageVersion }) => packageVersion === undefined).length,
    licenses: licensesOf(packages),
    ...{ scans, vulnerabilities, issues: await issuesOf(versions) },
    totalIssues: Object.values(vulnerabilities).reduce((sum, count) => sum + count, 0),
  };
}

function sumOf(packages: readonly BundlePackage[]): Vulnerabilities {
  const sum = { ...none };
  for (const { vulnerabilities } of packages)
    for (const [severity, count] of Object.entries(vulnerabilities ?? {}))
      sum[severity as keyof Vulnerabilities] += count;
  return sum;
}

/** Counts package versions by license, most frequent first, and unknown licenses last. */
function licensesOf(packages: readonly BundlePackage[]): BundleFindings['licenses'] {
  const found = new Map<string | null, Set<string>>();
  for (const each of packages)
    for (const license of each.licenses.length > 0 ? each.licenses : [null])
      found.set(license, (found.get(license) ?? new Set()).add(versionKey(each)));
  return [...found]
    .map(([license, versions]) => ({ license, packages: versions.size }))
    .sort(
      (one, other) =>
        Number(one.license === null) - Number(other.license === null) ||
        other.packages - one.packages ||
        ((one.license ?? '') < (other.license ?? '') ? -1 : 1),
    );
}

/** Highest severity first. Of several advisories of a vulnerability, lists one. */
async function issuesOf(versions: readonly BundlePackage[]): Promise<BundleIssue[]> {
  const known = versions.filter(({ vulnerabilities }) => vulnerabilities !== null);
  if (known.length === 0) return [];
  const order = sql`array_position(${sql.param([...severities, 'skipped'])}::text[], severity)`;
  const { rows } = await db().execute<BundleIssue & Record<string, unknown>>(sql`
    SELECT * FROM (
      SELECT DISTINCT ON (a.at, coalesce(nullif(s.vulnerability, ''), s.id)) s.id, s.title, f.severity, s.score, s.url, f.fixed,
        a.type, a.name, a.version
      FROM ${fromPackages(known)} JOIN version_findings f ON f.package_id = p.id AND f.version = a.version
        JOIN advisories s ON s.id = f.advisory
      ORDER BY a.at, coalesce(nullif(s.vulnerability, ''), s.id), array_position(${sql.param([...severities, 'skipped'])}::text[], f.severity), s.id
    ) found ORDER BY ${order}, score DESC NULLS LAST, name, version, id LIMIT ${maxIssues}`);
  return rows;
}
