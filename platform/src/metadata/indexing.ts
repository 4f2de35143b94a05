import { sql } from 'drizzle-orm';
import { db, transaction } from '../storage/db.ts';
import { refreshListing, removeListing } from './listings.ts';
import { ensurePackage, lockPackage } from './packageRows.ts';
import { versionOrder } from './sortKey.ts';
import { storable } from './storable.ts';

/** A version as one repository holds it. */
export interface IndexedVersion {
  repo: string;
  /** `npm`, `generic`. */
  type: string;
  name: string;
  version: string;
  created: Date;
  description?: string;
  licenses: string[];
  /** Tags that move to this version, such as `latest`; those of other versions stay. */
  tags?: string[];
  keywords?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Markdown. */
  readme?: string;
  /** The path of one of the files. */
  leadFile: string;
  /** Files that `putFile` has put into the repository: what they hold is read from there. */
  files: { path: string; size: number; sha256: string; sha1: string; md5: string; mimeType: string }[];
  /** Why it should not be used any more. */
  deprecated?: string;
}

export interface VersionKey {
  repo: string;
  type: string;
  name: string;
  version: string;
}

/**
 * Puts the version into the index, or makes the index say what is given: idempotent, in the current transaction, and
 * durable with it. Throws when the repository lacks one of the files, `HttpError` 400 for a name or version too long.
 */
export async function indexVersion(given: IndexedVersion): Promise<void> {
  const version = storable(given);
  await transaction(async () => {
    const packageId = await ensurePackage(version.type, version.name);
    const fileIds = await fileIdsOf(version);
    const versionId = await writeVersion(packageId, version);
    await writeDetails(versionId, version);
    await writeFiles(versionId, [...fileIds.values()]);
    if (version.tags?.length) {
      await writeTags(
        packageId,
        version.repo,
        Object.fromEntries(version.tags.map((tag) => [tag, version.version])),
      );
    }
    await refreshListing(packageId, version.repo);
  });
}

/** Takes the version out of the index, in the current transaction; its files stay. What is not there is no error. */
export async function unindexVersion({ repo, type, name, version }: VersionKey): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(type, name);
    if (!packageId) return;
    const { sortKey } = versionOrder(version);
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

async function fileIdsOf({
  repo,
  name,
  version,
  leadFile,
  files,
}: IndexedVersion): Promise<Map<string, string>> {
  const paths = files.map(({ path }) => path);
  const found = await db().execute<{ id: string; path: string }>(sql`
    SELECT id::text, path FROM files WHERE repo = ${repo} AND path = ANY(${sql.param(paths)}::text[])`);
  const ids = new Map(found.rows.map(({ id, path }) => [path, id]));
  const missing = [leadFile, ...paths].find((path) => !ids.has(path));
  if (missing !== undefined)
    throw new Error(`${name}@${version}: ${repo} has no file ${missing} to index it by`);
  return ids;
}

/** `modified` moves only when something changed. */
async function writeVersion(packageId: string, version: IndexedVersion): Promise<string> {
  const { sortKey, prerelease } = versionOrder(version.version);
  const created = version.created.toISOString();
  const size = version.files.reduce((sum, file) => sum + file.size, 0);
  const result = await db().execute<{ id: string }>(sql`
    INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path,
      licenses, deprecated)
    VALUES (${packageId}, ${version.repo}, ${version.version}, ${sortKey}, ${prerelease}, ${created}, ${created}, ${size},
      ${version.leadFile}, ${sql.param(version.licenses)}::text[], ${version.deprecated ?? null})
    ON CONFLICT (package_id, sort_key, name, repo) DO UPDATE
    SET size = excluded.size, lead_path = excluded.lead_path, licenses = excluded.licenses,
      deprecated = excluded.deprecated,
      modified = CASE WHEN (v.size, v.lead_path, v.licenses, v.deprecated) IS DISTINCT FROM
        (excluded.size, excluded.lead_path, excluded.licenses, excluded.deprecated)
        THEN greatest(now(), v.modified) ELSE v.modified END
    RETURNING id::text`);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error(`Version ${version.name}@${version.version} was not written`);
  return id;
}

async function writeDetails(versionId: string, version: IndexedVersion): Promise<void> {
  const {
    description = null,
    keywords = [],
    dependencies = {},
    devDependencies = {},
    readme = null,
  } = version;
  await db().execute(sql`
    INSERT INTO version_details (version_id, description, keywords, dependencies, dev_dependencies, readme)
    VALUES (${versionId}, ${description}, ${sql.param(keywords)}::text[], ${JSON.stringify(dependencies)}::jsonb,
      ${JSON.stringify(devDependencies)}::jsonb, ${readme})
    ON CONFLICT (version_id) DO UPDATE
    SET description = excluded.description, keywords = excluded.keywords, dependencies = excluded.dependencies,
      dev_dependencies = excluded.dev_dependencies, readme = excluded.readme`);
}

async function writeFiles(versionId: string, fileIds: readonly string[]): Promise<void> {
  const ids = sql.param(fileIds);
  await db().execute(sql`
    WITH gone AS (DELETE FROM version_files WHERE version_id = ${versionId} AND file_id <> ALL(${ids}::bigint[]))
    INSERT INTO version_files (version_id, file_id) SELECT ${versionId}, id FROM unnest(${ids}::bigint[]) AS id
    ON CONFLICT DO NOTHING`);
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
