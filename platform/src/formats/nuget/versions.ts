import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { PackageEntry } from './package/nuspec.ts';
import { nugetOrder, parseVersion } from './version.ts';

/** A version of a package, wherever it is known from. */
export interface KnownVersion {
  id: string;
  /** With what follows a plus sign. */
  version: string;
  sortKey: string;
  prerelease: boolean;
  semver2: boolean;
  listed: boolean;
  published: Date;
  entry: PackageEntry;
}

/** The same as a repository holds it. */
export interface HeldVersion extends KnownVersion {
  repo: string;
  path: string;
}

export function lowerVersion(version: string): string {
  return (parseVersion(version)?.normal ?? version).toLowerCase();
}

/** Keeps others from changing the package anywhere until the transaction ends: also one that is not there yet. */
export async function lockId(id: string): Promise<void> {
  await db().execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`nuget ${id.toLowerCase()}`}, 0))`);
}

/** How the index names the package: as it was first published. */
export async function knownId(id: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ id: string }>(sql`
    SELECT id FROM nuget_versions WHERE lower_id = ${id.toLowerCase()} LIMIT 1`);
  return rows[0]?.id;
}

/** In the current transaction; in place of what the repository has of the version. */
export async function saveVersion(version: HeldVersion): Promise<void> {
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

/** In the current transaction; gives what was there. */
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

/** False when there is no such version. */
export async function setListed({ repo, id, version }: HeldVersion, listed: boolean): Promise<void> {
  await db().execute(sql`
    UPDATE nuget_versions SET listed = ${listed}
    WHERE repo = ${repo} AND lower_id = ${id.toLowerCase()} AND lower_version = ${lowerVersion(version)}`);
}

/** Of these repositories, each version as the first of them has it; the oldest first. */
export async function heldVersions(repos: readonly string[], id: string): Promise<HeldVersion[]> {
  if (!repos.length) return [];
  const rows = await selectVersions(sql`
    repo = ANY(${sql.param([...repos])}::text[]) AND lower_id = ${id.toLowerCase()} ORDER BY sort_key, lower_version`);
  const first = new Map<string, HeldVersion>();
  for (const row of rows) {
    const key = lowerVersion(row.version);
    const there = first.get(key);
    if (!there || repos.indexOf(row.repo) < repos.indexOf(there.repo)) first.set(key, row);
  }
  return [...first.values()];
}

export async function heldVersion(
  repo: string,
  id: string,
  version: string,
): Promise<HeldVersion | undefined> {
  return (
    await selectVersions(sql`
      repo = ${repo} AND lower_id = ${id.toLowerCase()} AND lower_version = ${lowerVersion(version)}`)
  )[0];
}

async function selectVersions(where: SQL): Promise<HeldVersion[]> {
  const { rows } = await db().execute<
    Omit<HeldVersion, 'published'> & { published: number } & Record<string, unknown>
  >(sql`
    SELECT repo, id, version, sort_key AS "sortKey", prerelease, semver2, listed, path, entry,
      (extract(epoch FROM published) * 1000)::float8 AS published
    FROM nuget_versions WHERE ${where}`);
  return rows.map((row) => ({ ...row, published: new Date(row.published) }));
}
