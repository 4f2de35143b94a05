import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { PackageEntry } from './package/nuspec.ts';
import { nugetOrder, parseVersion } from './version.ts';

/** A version of a package, local or from an upstream. */
export interface KnownVersion {
  id: string;
  /** Includes build metadata. */
  version: string;
  sortKey: string;
  prerelease: boolean;
  semver2: boolean;
  listed: boolean;
  published: Date;
  entry: PackageEntry;
}

/** A version stored in a repository. */
export interface StoredVersion extends KnownVersion {
  repo: string;
  path: string;
}

export function lowerVersion(version: string): string {
  return (parseVersion(version)?.normal ?? version).toLowerCase();
}

/** Locks the package ID until the transaction ends, even if the package does not exist yet. */
export async function lockId(id: string): Promise<void> {
  await db().execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`nuget ${id.toLowerCase()}`}, 0))`);
}

/** The spelling of the package ID in the index, from its first publish. */
export async function knownId(id: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ id: string }>(sql`
    SELECT id FROM nuget_versions WHERE lower_id = ${id.toLowerCase()} LIMIT 1`);
  return rows[0]?.id;
}

/** Stores a version in the current transaction, replacing an existing row. */
export async function saveVersion(version: StoredVersion): Promise<void> {
  const { repo, id, version: full, semver2, prerelease, listed, published, path, entry } = version;
  await db().execute(sql`
    INSERT INTO nuget_versions (repo, lower_id, lower_version, id, version, sort_key, prerelease, semver2, listed, published,
      path, entry)
    VALUES (${repo}, ${id.toLowerCase()}, ${lowerVersion(full)}, ${id}, ${full}, ${nugetOrder(full).sortKey}, ${prerelease},
      ${semver2}, ${listed}, ${published.toISOString()}, ${path}, ${JSON.stringify(entry)}::jsonb)
    ON CONFLICT (repo, lower_id, lower_version) DO UPDATE
    SET version = excluded.version, prerelease = excluded.prerelease, semver2 = excluded.semver2, listed = excluded.listed,
      published = excluded.published, path = excluded.path, entry = excluded.entry`);
}

/** Deletes a version in the current transaction and returns it. */
export async function dropVersion(
  repo: string,
  path: string,
): Promise<{ id: string; version: string } | undefined> {
  const { rows } = await db().execute<{ id: string; version: string }>(sql`
    DELETE FROM nuget_versions WHERE repo = ${repo} AND path = ${path} RETURNING id, version`);
  return rows[0];
}

export async function dropVersions(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM nuget_versions WHERE repo = ${repo}`);
}

/** Lists or unlists a version. */
export async function setListed({ repo, id, version }: StoredVersion, listed: boolean): Promise<void> {
  await db().execute(sql`
    UPDATE nuget_versions SET listed = ${listed}
    WHERE repo = ${repo} AND lower_id = ${id.toLowerCase()} AND lower_version = ${lowerVersion(version)}`);
}

/** Each version from the first of these repositories that has it; oldest first. */
export async function storedVersions(repos: readonly string[], id: string): Promise<StoredVersion[]> {
  if (!repos.length) return [];
  const rows = await selectVersions(sql`
    repo = ANY(${sql.param([...repos])}::text[]) AND lower_id = ${id.toLowerCase()} ORDER BY sort_key, lower_version`);
  const first = new Map<string, StoredVersion>();
  for (const row of rows) {
    const key = lowerVersion(row.version);
    const existing = first.get(key);
    if (!existing || repos.indexOf(row.repo) < repos.indexOf(existing.repo)) first.set(key, row);
  }
  return [...first.values()];
}

export async function findStoredVersion(
  repo: string,
  id: string,
  version: string,
): Promise<StoredVersion | undefined> {
  return (
    await selectVersions(sql`
      repo = ${repo} AND lower_id = ${id.toLowerCase()} AND lower_version = ${lowerVersion(version)}`)
  )[0];
}

async function selectVersions(where: SQL): Promise<StoredVersion[]> {
  const { rows } = await db().execute<
    Omit<StoredVersion, 'published'> & { published: number } & Record<string, unknown>
  >(sql`
    SELECT repo, id, version, sort_key AS "sortKey", prerelease, semver2, listed, path, entry,
      (extract(epoch FROM published) * 1000)::float8 AS published
    FROM nuget_versions WHERE ${where}`);
  return rows.map((row) => ({ ...row, published: new Date(row.published) }));
}
