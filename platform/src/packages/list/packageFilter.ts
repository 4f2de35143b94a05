import { type SQL, sql } from 'drizzle-orm';
import { matchingConditions, type SearchFilter } from '../search/Matching.ts';
import { anyLicense, anyMatches, dateConditions } from '../sql/conditions.ts';
import { likePattern, matchesAll } from '../sql/glob.ts';
import type { Scope } from '../sql/readable.ts';
import { hasVersion, released, scanConditions } from './shownVersion.ts';

/** Returns the conditions for a listing `l` of the scope, except repositories and types. */
export function listingConditions(filter: SearchFilter, scope: Scope): SQL[] {
  const { name, latestVersion, description, versionCountMin, versionCountMax, tags, licenses } = filter;
  return [
    ...(name && !matchesAll(name) ? [sql`l.name_lower LIKE ${likePattern(name)}`] : []),
    ...dateConditions(sql`l.created`, 'created', filter.createdMin, filter.createdMax),
    ...dateConditions(sql`l.modified`, 'modified', filter.modifiedMin, filter.modifiedMax),
    ...(latestVersion ? [sql`lower(l.latest_version) LIKE ${likePattern(latestVersion)}`] : []),
    ...(description ? [sql`lower(l.description) LIKE ${likePattern(description)}`] : []),
    ...(versionCountMin == null ? [] : [sql`l.versions_count >= ${versionCountMin}`]),
    ...(versionCountMax == null ? [] : [sql`l.versions_count <= ${versionCountMax}`]),
    ...(tags?.length ? [anyMatches(sql`l.tags`, tags)] : []),
    ...(licenses?.length ? [anyLicense(sql`l.licenses`, licenses)] : []),
    ...(filter.version ? [hasVersion(filter.version, scope)] : []),
    ...scanConditions(filter, scope),
    ...(filter.ignorePreRelease ? [released(scope)] : []),
    ...matchingConditions(filter.matching, scope),
  ];
}
