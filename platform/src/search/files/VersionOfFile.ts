import type { VersionFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { parsePackageId } from '../../packages/list/packageId.ts';
import { anyMatches } from '../../packages/sql/conditions.ts';
import { hasTrigrams, likePattern } from '../../packages/sql/glob.ts';
import { named as knownAs, versionConditions, vulnerable } from '../../packages/versions/versionFilter.ts';

/**
 * Conditions on one version that contains the file, and on its package. All must match. Patterns
 * are globs.
 */
export interface VersionOfFile {
  /** A pattern of the package name, or a package ID: `npm://left-pad`. */
  pkg?: string;
  /** A pattern of the package name or description. */
  packageQuery?: string;
  /** Scope of the package name: `@acme`. */
  scope?: string;
  description?: string;
  /** A pattern of the version. */
  version?: string;
  /** Patterns; one must match a tag or a keyword. */
  tags?: readonly string[];
  licenses?: readonly string[];
  /** The version must have a vulnerability of one of these severities. */
  severities?: NonNullable<VersionFilter['vulnerabilities']>;
  cve?: string;
  /** Scanned package types; required with `severities` and `cve`. */
  scannedTypes?: readonly string[];
}

/**
 * Condition on a file `f`, as a lookup for each examined file. The reverse join order would start
 * with all versions.
 */
export function belongsTo(wanted: VersionOfFile): SQL {
  return sql`((SELECT true FROM version_files vf JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    WHERE vf.file_id = f.id AND ${conditions(wanted)} LIMIT 1) IS NOT NULL)`;
}

/** Above this number, files are examined in list order instead. */
const most = 5000;

/** Returns the IDs of all files of matching versions if an index finds few; undefined otherwise. */
export async function fewFilesOf(wanted: VersionOfFile): Promise<string[] | undefined> {
  const start = startOf(wanted);
  if (!start) return undefined;
  const { rows } = await db().execute<{ id: string | null; starts: number }>(sql`
    WITH start AS MATERIALIZED (${start} LIMIT ${most + 1})
    SELECT counted.starts, found.id::text AS id FROM (SELECT count(*)::integer AS starts FROM start) counted LEFT JOIN (
      SELECT vf.file_id AS id FROM start
      JOIN versions v ON v.package_id = start.package_id AND (start.version IS NULL OR v.name = start.version)
      JOIN packages p ON p.id = v.package_id JOIN version_files vf ON vf.version_id = v.id
      WHERE ${conditions(wanted)} LIMIT ${most + 1}
    ) found ON true`);
  if ((rows[0]?.starts ?? 0) > most || rows.length > most) return undefined;
  return [...new Set(rows.flatMap(({ id }) => id ?? []))];
}

/** Selects packages or versions by the most selective condition. */
function startOf({ cve, pkg, scope, severities }: VersionOfFile): SQL | undefined {
  const packages = sql`SELECT p.id AS package_id, NULL::text AS version FROM packages p`;
  const counts = vulnerable(severities);
  if (cve)
    return sql`SELECT finding.package_id, finding.version FROM version_findings finding WHERE ${knownAs(cve)}`;
  if (pkg && (isId(pkg) || hasTrigrams(pkg))) return sql`${packages} WHERE ${ofPackage(pkg)}`;
  if (scope && hasTrigrams(scope)) return sql`${packages} WHERE ${inScope(scope)}`;
  return counts && sql`SELECT s.package_id, s.version FROM version_scans s WHERE ${counts}`;
}

/** Conditions on a version `v` and its package `p`. */
function conditions(wanted: VersionOfFile): SQL {
  const { pkg, packageQuery, scope, description, tags, severities, scannedTypes } = wanted;
  const ofVersion = versionConditions({
    ...(wanted.version ? { name: wanted.version } : {}),
    ...(wanted.licenses?.length ? { licenses: { patterns: [...wanted.licenses] } } : {}),
    ...(severities ? { vulnerabilities: severities } : {}),
    ...(wanted.cve ? { cve: wanted.cve } : {}),
  });
  const all = [
    ...(pkg ? [ofPackage(pkg)] : []),
    ...(packageQuery ? [sql`(${ofPackage(packageQuery)} OR ${describedAs(packageQuery)})`] : []),
    ...(scope ? [inScope(scope)] : []),
    ...(description ? [describedAs(description)] : []),
    ...(tags?.length ? [taggedAs(tags)] : []),
    ...(scannedTypes ? [sql`p.type = ANY(${sql.param(scannedTypes)}::text[])`] : []),
    ...ofVersion,
  ];
  return all.length ? sql.join(all, sql` AND `) : sql`true`;
}

const isId = (pkg: string) => pkg.includes('://');

function ofPackage(pkg: string): SQL {
  if (!isId(pkg)) return sql`p.name_lower LIKE ${likePattern(pkg)}`;
  const { type, name } = parsePackageId(pkg);
  return sql`(p.type = ${type} AND p.name = ${name})`;
}

function inScope(scope: string): SQL {
  return sql`p.name_lower LIKE ${likePattern(`${scope.startsWith('@') ? scope : `@${scope}`}/*`)}`;
}

function describedAs(description: string): SQL {
  return sql`EXISTS (SELECT FROM version_details d WHERE d.version_id = v.id
    AND lower(d.description) LIKE ${likePattern(description)})`;
}

/** Matches tags, such as `latest`, and keywords. */
function taggedAs(tags: readonly string[]): SQL {
  const [moving = sql`false`] = versionConditions({ tags: [...tags] });
  return sql`(${moving} OR EXISTS (SELECT FROM version_details d WHERE d.version_id = v.id AND ${anyMatches(sql`d.keywords`, tags)}))`;
}
