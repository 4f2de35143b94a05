import { sql } from 'drizzle-orm';
import { db, sendPrepared, transaction } from '../database/db.ts';
import type { IndexedVersion } from './IndexedVersion.ts';
import { indexChanged } from './indexChanges.ts';
import { refreshListing, removeListing } from './listings.ts';
import { claimName } from './nameClaims.ts';
import { lockPackage } from './packageRows.ts';
import { storable } from './storable.ts';
import { versionOrderOf } from './versionOrders.ts';

export interface VersionKey {
  repo: string;
  type: string;
  name: string;
  version: string;
}

/** What `index_versions` takes of a version: as the database can hold it. Throws `HttpError` 400 for a name or version too long. */
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
 * Puts the version into the index, or makes the index say what is given: idempotent, in the current transaction, and
 * durable with it. Throws `HttpError` 400 for a name or version too long; the transaction ends with an error where the repository lacks one
 * of the files.
 */
export async function indexVersion(given: IndexedVersion): Promise<void> {
  await indexVersions(given.repo, [given]);
}

/** As `indexVersion`, for versions of one repository: with few statements, however many there are. */
export async function indexVersions(repo: string, given: readonly IndexedVersion[]): Promise<void> {
  await transaction(async () => {
    for (const round of roundsOf(given)) {
      sendPrepared(
        'index-versions',
        sql`SELECT index_versions(ARRAY(
          SELECT g FROM json_populate_recordset(NULL::version_to_index, ${JSON.stringify(round.map(recordOf))}::json) g))`,
      );
    }
    for (const { type, name } of given) claimName({ repo, type, name });
    if (given.length > 0) indexChanged();
  });
}

/** No two of one package together: a statement writes each listing once. */
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

/** Takes the version out of the index, in the current transaction; its files stay. What is not there is no error. */
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

/** Says why the version should not be used any more, or takes that back, in the current transaction. What is not there is no error. */
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

/** Says when the version was made, once that is known, in the current transaction. What is not there is no error. */
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
 * Makes these the package's tags in the repository, in the current transaction. `latest` decides which version the
 * package shows. A package that is not in the index has none to set; a tag of a version that is not there waits for it.
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
