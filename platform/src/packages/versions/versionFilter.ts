import type { VersionFilter, VulnerabilityFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { anyLicence, dateConditions } from '../search/conditions.ts';
import { likePattern } from '../search/glob.ts';

/** Conditions that a version `v`, as one repository holds it, must fulfil. */
export function versionConditions(filter: Omit<VersionFilter, 'packageId'>): SQL[] {
  const { name, sizeMin, sizeMax, licenses, tags, ignorePreRelease, vulnerabilities, cve } = filter;
  return [
    ...(name ? [sql`lower(v.name) LIKE ${likePattern(name)}`] : []),
    ...dateConditions(sql`v.created`, 'created', filter.createdMin, filter.createdMax),
    ...(sizeMin == null ? [] : [sql`v.size >= ${sizeMin}`]),
    ...(sizeMax == null ? [] : [sql`v.size <= ${sizeMax}`]),
    ...(licenses?.patterns.length ? [anyLicence(sql`v.licenses`, licenses.patterns)] : []),
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

/** Whether the filter leaves out what has no vulnerability. */
export function asksForVulnerabilities(filter: {
  vulnerabilities?: Vulnerable;
  cve?: string | null;
}): boolean {
  return Boolean(filter.cve) || vulnerable(filter.vulnerabilities) !== undefined;
}

/** Of the counts `s` of a version. One of them must hold; undefined where one asks for none, and so holds for every version. */
export function vulnerable(filters: Vulnerable | undefined): SQL | undefined {
  const asked: VulnerabilityFilter[] = filters == null ? [] : Array.isArray(filters) ? filters : [filters];
  if (!asked.length || asked.some(({ countMin }) => countMin <= 0)) return undefined;
  const counts = asked.map(
    ({ severity, countMin }) => sql`s.${sql.identifier(severity.toLowerCase())} >= ${countMin}`,
  );
  return sql`(${sql.join(counts, sql` OR `)})`;
}

/** Of a `finding`: by any of the names that the vulnerability has, a CVE or an advisory's id, as databases write them. */
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
