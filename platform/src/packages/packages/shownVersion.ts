import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { likePattern } from '../search/glob.ts';
import { isUnlimited, type Scope } from '../search/readable.ts';
import { named, vulnerable } from '../versions/versionFilter.ts';

/** What scanning knows of a listing `l`: of the version that it shows how many vulnerabilities, of all its versions which ones. */
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

/** Whether the version that a listing `l` shows is no pre-release. */
export function released(scope: Scope): SQL {
  return sql`NOT ${found(sql`(SELECT true FROM versions v WHERE v.package_id = l.package_id AND v.prerelease
    AND v.sort_key = ${shown(scope, sql`latest_key`)} AND v.name = ${shown(scope, sql`latest_version`)} LIMIT 1)`)}`;
}

/** Whether a listing `l` has a version that matches the pattern, in a repository that the caller can read. */
export function hasVersion(pattern: string, scope: Scope): SQL {
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return found(sql`(SELECT true FROM versions v WHERE v.package_id = l.package_id
    AND lower(v.name) LIKE ${likePattern(pattern)} ${readable} LIMIT 1)`);
}

/** Looked up for each listing that is looked at, and never the other way round: that begins with all versions there are. */
function found(one: SQL): SQL {
  return sql`(${one} IS NOT NULL)`;
}

/** Of several repositories the newest one is shown. */
function shown(scope: Scope, column: SQL): SQL {
  if (scope.length < 2) return sql`l.${column}`;
  return sql`(SELECT n.${column} FROM package_listings n WHERE n.package_id = l.package_id
    AND n.repo = ANY(${sql.param(scope)}::text[]) ORDER BY n.latest_key DESC NULLS LAST, n.repo LIMIT 1)`;
}

/** Only by versions that the caller may read: what others have is nothing that he is told. */
function affected(cve: string, scope: Scope): SQL {
  const readable = isUnlimited(scope) ? sql`` : sql`AND v.repo = ANY(${sql.param(scope)}::text[])`;
  return found(sql`(SELECT true FROM version_findings finding
    JOIN versions v ON v.package_id = finding.package_id AND v.name = finding.version
    WHERE finding.package_id = l.package_id AND ${named(cve)} ${readable} LIMIT 1)`);
}
