import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { dateOf } from '../search/dates.ts';
import { likePattern, matchesAll } from '../search/glob.ts';
import type { Scope } from '../search/readable.ts';
import { hasVersion, released, scanConditions } from './shownVersion.ts';

/** Conditions that a listing `l` of the scope must fulfil, all of them; repositories and types are left to the caller. */
export function listingConditions(filter: PackageFilter, scope: Scope): SQL[] {
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
    ...(licenses?.length ? [anyLicence(sql`l.licenses`, licenses)] : []),
    ...(filter.version ? [hasVersion(filter.version, scope)] : []),
    ...scanConditions(filter, scope),
    ...(filter.ignorePreRelease ? [released(scope)] : []),
  ];
}

export function dateConditions(column: SQL, name: string, min?: string | null, max?: string | null): SQL[] {
  return [
    ...(min == null ? [] : [sql`${column} >= ${dateOf(`${name}Min`, min)}`]),
    ...(max == null ? [] : [sql`${column} <= ${dateOf(`${name}Max`, max)}`]),
  ];
}

/** Whether one of the licences matches one of the patterns: as it stands, or one that an expression such as `MIT OR Apache-2.0` names. */
export function anyLicence(array: SQL, globs: readonly string[]): SQL {
  const patterns = sql.param(globs.map(likePattern));
  return sql`EXISTS (SELECT FROM unnest(${array}) AS element
    WHERE lower(element) LIKE ANY(${patterns}::text[]) OR (lower(element) ~ ' (or|and) ' AND EXISTS (
      SELECT FROM regexp_split_to_table(lower(element), '\\s+(?:or|and)\\s+|[()]+') AS named WHERE trim(named) LIKE ANY(${patterns}::text[]))))`;
}

/** Whether one element of the array matches one of the patterns. */
export function anyMatches(array: SQL, globs: readonly string[]): SQL {
  const patterns = sql.param(globs.map(likePattern));
  return sql`EXISTS (SELECT FROM unnest(${array}) AS element WHERE lower(element) LIKE ANY(${patterns}::text[]))`;
}
