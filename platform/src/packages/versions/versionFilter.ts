import type { VersionFilter, VulnerabilityFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { anyLicense, dateConditions } from '../sql/conditions.ts';
import { likePattern } from '../sql/glob.ts';

/** Conditions for a version `v` in one repository. */
export function versionConditions(filter: Omit<VersionFilter, 'packageId'>): SQL[] {
  const { name, sizeMin, sizeMax, licenses, tags, ignorePreRelease, vulnerabilities, cve } = filter;
  return [
    ...(name ? [sql`lower(v.name) LIKE ${likePattern(name)}`] : []),
    ...dateConditions(sql`v.created`, 'created', filter.createdMin, filter.createdMax),
    ...(sizeMin == null ? [] : [sql`v.size >= ${sizeMin}`]),
    ...(sizeMax == null ? [] : [sql`v.size <= ${sizeMax}`]),
    ...(licenses?.patterns.length ? [anyLicense(sql`v.licenses`, licenses.patterns)] : []),
    ...(tags?.length ? [tagged(tags)] : []),
    ...(ignorePreRelease ? [sql`NOT v.prerelease`] : []),
    ...anyVulnerable(vulnerabilities),
    ...(cve ? [affectedBy(cve)] : []),
  ];
}

function tagged(tags: readonly string[]): SQL {
  const patterns = sql.param(tags.map(likePattern));
  return sql`EXISTS (SELECT FROM package_tags t WHERE t.package_id = v.package_id AND t.repo = v.repo
    AND t.version = v.name AND lower(t.tag) LIKE ANY(${patterns}::text[]))`;
}

type Vulnerable = VersionFilter['vulnerabilities'] | null;

/** Whether the filter excludes versions without vulnerabilities. */
export function asksForVulnerabilities(filter: {
  vulnerabilities?: Vulnerable;
  cve?: string | null;
}): boolean {
  return Boolean(filter.cve) || vulnerable(filter.vulnerabilities) !== undefined;
}

/**
 * Condition on the counts `s` of a version: one of the filters must match. Undefined if one of them
 * has a minimum of 0 and so matches every version.
 */
export function vulnerable(filters: Vulnerable | undefined): SQL | undefined {
  const asked: VulnerabilityFilter[] = filters == null ? [] : Array.isArray(filters) ? filters : [filters];
  if (!asked.length || asked.some(({ countMin }) => countMin <= 0)) return undefined;
  const counts = asked.map(
    ({ severity, countMin }) => sql`s.${sql.identifier(severity.toLowerCase())} >= ${countMin}`,
  );
  return sql`(${sql.join(counts, sql` OR `)})`;
}

/** Condition on a `finding`, by any ID of the vulnerability: CVEs or advisory IDs of databases. */
export function named(cve: string): SQL {
  return sql`finding.advisory = ANY(ARRAY(SELECT a.id FROM advisories a
    WHERE upper(a.id) = ${cve.toUpperCase()} OR a.aliases && ${sql.param([cve, cve.toUpperCase()])}::text[]))`;
}

function anyVulnerable(filters: Vulnerable | undefined): SQL[] {
  const counts = vulnerable(filters);
  if (!counts) return [];
  return [
    sql`EXISTS (SELECT FROM version_scans s WHERE s.package_id = v.package_id AND s.version = v.name AND ${counts})`,
  ];
}

function affectedBy(cve: string): SQL {
  return sql`EXISTS (SELECT FROM version_findings finding
    WHERE finding.package_id = v.package_id AND finding.version = v.name AND ${named(cve)})`;
}
