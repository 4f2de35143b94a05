import type { VersionFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { anyMatches, dateConditions } from '../packages/packageFilter.ts';
import { likePattern } from '../search/glob.ts';

/** Conditions that a version `v`, as one repository holds it, must fulfil. */
export function versionConditions(filter: VersionFilter): SQL[] {
  const { name, sizeMin, sizeMax, licenses, tags, ignorePreRelease, vulnerabilities, cve } = filter;
  return [
    ...(name ? [sql`lower(v.name) LIKE ${likePattern(name)}`] : []),
    ...dateConditions(sql`v.created`, 'created', filter.createdMin, filter.createdMax),
    ...(sizeMin == null ? [] : [sql`v.size >= ${sizeMin}`]),
    ...(sizeMax == null ? [] : [sql`v.size <= ${sizeMax}`]),
    ...(licenses?.patterns.length ? [anyMatches(sql`v.licenses`, licenses.patterns)] : []),
    ...(tags?.length ? [tagged(tags)] : []),
    ...(ignorePreRelease ? [sql`NOT v.prerelease`] : []),
    // Nothing has been scanned, so nothing is known to be vulnerable.
    ...(cve || (vulnerabilities && vulnerabilities.countMin > 0) ? [sql`false`] : []),
  ];
}

function tagged(tags: readonly string[]): SQL {
  const patterns = sql.param(tags.map(likePattern));
  return sql`EXISTS (SELECT FROM package_tags t WHERE t.package_id = v.package_id AND t.repo = v.repo
    AND t.version = v.name AND lower(t.tag) LIKE ANY(${patterns}::text[]))`;
}
