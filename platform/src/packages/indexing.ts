import { sql } from 'drizzle-orm';
import { db, sendPrepared, transaction } from '../database/db.ts';
import type { IndexedVersion } from './IndexedVersion.ts';
import { indexChanged } from './indexChanges.ts';
import { refreshListing, removeListing } from './listings.ts';
import { claimName } from './nameClaims.ts';
import { lockPackage } from './packageRows.ts';
import { queueScans } from './scanQueue.ts';
import { storable } from './storable.ts';
import { versionOrderOf } from './versionOrders.ts';

export interface VersionKey {
  repo: string;
  type: string;
  name: string;
  version: string;
}

/**
 * Returns the columns of a version for `index_versions`, without characters that the database
 * cannot store. Throws `HttpError` 400 for a name or version that is too long.
 */
export function indexColumns(given: IndexedVersion) {
  const version = storable(given);
  return {
    ...versionOrderOf(version.type, version.version),
    lowerName: version.name.toLowerCase(),
    paths: [...new Set([version.leadFile, ...version.files.map(({ path }) => path)])],
    size: version.files.reduce((sum, file) => sum + file.size, 0),
    licenses: version.licenses,
    deprecated: version.deprecated ?? null,
    description: version.description ?? null,
    keywords: version.keywords ?? [],
    dependencies: version.dependencies ?? {},
    devDependencies: version.devDependencies ?? {},
    readme: version.readme ?? null,
    tags: version.tags ?? [],
  };
}

/**
 * Adds a version to the index or updates it, in the current transaction. Idempotent. Throws
 * `HttpError` 400 for a name or version that is too long; the transaction fails if the repository
 * lacks one of the files.
 */
export async function indexVersion(given: IndexedVersion): Promise<void> {
  await indexVersions(given.repo, [given]);
}

/** Like `indexVersion`, for many versions of one repository with few statements. */
export async function indexVersions(repo: string, given: readonly IndexedVersion[]): Promise<void> {
  await transaction(async () => {
    for (const round of roundsOf(given)) {
      sendPrepared(
        'index-versions',
        sql`
        WITH given AS MATERIALIZED (SELECT ARRAY(
          SELECT g FROM json_populate_recordset(NULL::version_to_index, ${JSON.stringify(round.map(recordOf))}::json) g) AS versions
        ), indexed AS MATERIALIZED (
          SELECT i.package_id, (versions[i.place]).sort_key, (versions[i.place]).version, i.to_scan
          FROM given CROSS JOIN LATERAL index_versions(versions) i
        )
        ${sql.raw(queueScans('indexed'))}`,
      );
    }
    for (const { type, name } of given) claimName({ repo, type, name });
    if (given.length > 0) indexChanged();
  });
}

/**
 * Splits versions of the same package into rounds: a statement can write each listing only once.
 */
function roundsOf(given: readonly IndexedVersion[]): IndexedVersion[][] {
  const rounds: IndexedVersion[][] = [];
  const seen = new Map<string, number>();
  for (const version of given) {
    const key = `${version.type} ${version.name}`;
    const at = seen.get(key) ?? 0;
    seen.set(key, at + 1);
    const round = rounds[at] ?? [];
    round.push(version);
    rounds[at] = round;
  }
  return rounds;
}

function recordOf(given: IndexedVersion): Record<string, unknown> {
  const of = indexColumns(given);
  const { repo, type, name, version, created, leadFile } = given;
  return {
    ...{
      repo,
      type,
      name,
      lower_name: of.lowerName,
      version,
      sort_key: of.sortKey,
      prerelease: of.prerelease,
    },
    ...{ created: created.toISOString(), size: of.size, lead_path: leadFile, paths: of.paths },
    ...{
      licenses: of.licenses,
      deprecated: of.deprecated,
      description: of.description,
      keywords: of.keywords,
    },
    ...{
      dependencies: of.dependencies,
      dev_dependencies: of.devDependencies,
      readme: of.readme,
      tags: of.tags,
    },
  };
}

/**
 * Removes the version from the index, in the current transaction, but not its files. Idempotent.
 */
export async function unindexVersion({ repo, type, name, version }: VersionKey): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(type, name);
    if (!packageId) return;
    const { sortKey } = versionOrderOf(type, version);
    await db().execute(sql`
      DELETE FROM versions
      WHERE package_id = ${packageId} AND sort_key = ${sortKey} AND name = ${version} AND repo = ${repo}`);
    await db().execute(sql`
      DELETE FROM package_tags WHERE package_id = ${packageId} AND repo = ${repo} AND version = ${version}`);
    const left = await db().execute(sql`
      SELECT FROM versions WHERE package_id = ${packageId} AND repo = ${repo} LIMIT 1`);
    if (left.rowCount) await refreshListing(packageId, repo);
    else await removeListing(packageId, repo);
  });
}

/**
 * Sets or clears the deprecation message of a version, in the current transaction. Ignores unknown
 * versions.
 */
export async function setDeprecated(
  { repo, type, name, version }: VersionKey,
  reason: string | undefined,
): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(type, name);
    if (!packageId) return;
    const { sortKey } = versionOrderOf(type, version);
    await db().execute(sql`
      UPDATE versions SET deprecated = ${reason?.slice(0, 4096) ?? null}, modified = greatest(now(), modified)
      WHERE package_id = ${packageId} AND sort_key = ${sortKey} AND name = ${version} AND repo = ${repo}`);
    await refreshListing(packageId, repo);
    indexChanged();
  });
}

/** Sets the creation date of a version, in the current transaction. Ignores unknown versions. */
export async function setCreated({ repo, type, name, version }: VersionKey, created: Date): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(type, name);
    if (!packageId) return;
    const { sortKey } = versionOrderOf(type, version);
    const time = sql`${created.toISOString()}::timestamptz`;
    const { rowCount } = await db().execute(sql`
      UPDATE versions SET created = ${time}, modified = CASE WHEN modified = created THEN ${time} ELSE modified END
      WHERE package_id = ${packageId} AND sort_key = ${sortKey} AND name = ${version} AND repo = ${repo}
        AND created IS DISTINCT FROM ${time}`);
    if (rowCount) await refreshListing(packageId, repo);
  });
}

/**
 * Replaces the tags of the package in the repository, in the current transaction. `latest`
 * determines the version that the package shows. Ignores packages that are not in the index; a tag
 * of a missing version takes effect when that version is indexed.
 */
export async function setTags(
  repo: string,
  type: string,
  name: string,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(type, name);
    if (!packageId) return;
    await db().execute(sql`
      DELETE FROM package_tags WHERE package_id = ${packageId} AND repo = ${repo}
        AND tag <> ALL(${sql.param(Object.keys(tags))}::text[])`);
    await writeTags(packageId, repo, tags);
    await refreshListing(packageId, repo);
  });
}

async function writeTags(
  packageId: string,
  repo: string,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  await db().execute(sql`
    INSERT INTO package_tags (package_id, repo, tag, version)
    SELECT ${packageId}, ${repo}, tag, version
    FROM unnest(${sql.param(Object.keys(tags))}::text[], ${sql.param(Object.values(tags))}::text[]) AS t (tag, version)
    ON CONFLICT (package_id, repo, tag) DO UPDATE SET version = excluded.version`);
}
