import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { likePattern } from '../sql/glob.ts';
import { isUnlimited, type Scope } from '../sql/readable.ts';
import { named, vulnerable } from '../versions/versionFilter.ts';

/**
 * Scan conditions for a listing `l`: vulnerability counts of the version that it shows, and CVEs of
 * all its versions.
 */
export function scanConditions({ vulnerabilities, cve }: PackageFilter, scope: Scope): SQL[] {
  const counts = vulnerable(vulnerabilities);
  return [
    ...(counts
      ? [
          found(sql`(SELECT true FROM version_scans s WHERE s.package_id = l.package_id
            AND s.version = ${shown(scope, sql`latest_version`)} AND ${counts} LIMIT 1)`),
        ]
      : []),
    ...(cve ? [affected(cve, scope)] : []),
  ];
}

/** Whether the version that a listing `l` shows is a release. */
export function released(scope: Scope): SQL {
  return sql`NOT ${found(sql`(SELECT true FROM versions v WHERE v.package_id = l.package_id AND v.prerelease
    AND v.sort_key = ${shown(scope, sql`latest_key`)} AND v.name = ${shown(scope, sql`latest_version`)} LIMIT 1)`)}`;
}

/**
 * Whether a listing `l` has a version that matches the pattern, in a repository that the caller can
 * read.
 */
export function hasVersion(pattern: string, scope: Scope): SQL {
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return found(sql`(SELECT true FROM versions v WHERE v.package_id = l.package_id
    AND lower(v.name) LIKE ${likePattern(pattern)} ${readable} LIMIT 1)`);
}

/** Forces a lookup per examined listing. The reverse join order would start with all versions. */
function found(one: SQL): SQL {
  return sql`(${one} IS NOT NULL)`;
}

/** With several repositories, the newest version over all of them is shown. */
export function shown(scope: Scope, column: SQL): SQL {
  if (scope.length < 2) return sql`l.${column}`;
  return sql`(SELECT n.${column} FROM package_listings n WHERE n.package_id = l.package_id
    AND n.repo = ANY(${sql.param(scope)}::text[]) ORDER BY n.latest_key DESC NULLS LAST, n.repo LIMIT 1)`;
}

/** Matches only versions that the caller can read: others must not be revealed. */
function affected(cve: string, scope: Scope): SQL {
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return found(sql`(SELECT true FROM version_findings finding
    JOIN versions v ON v.package_id = finding.package_id AND v.name = finding.version
    WHERE finding.package_id = l.package_id AND ${named(cve)} ${readable} LIMIT 1)`);
}
