import { sql } from 'drizzle-orm';
import semver from 'semver';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { removeFile } from '../../../files/files.ts';
import { setTags, unindexVersion, type VersionKey } from '../../../packages/indexing.ts';
import { tarballPath, versionOfTarball } from '../names.ts';
import { hasVersion, type LockedPackage, lockPackage, saveTags } from './lockedPackage.ts';
import { noteUnpublished } from './unpublishedVersions.ts';

/**
 * Deletes all versions. The name remains reserved for this repository: it is never requested from
 * an upstream.
 */
export async function unpublishPackage(repo: string, name: string, rev?: string): Promise<void> {
  await transaction(async () => {
    const locked = await lockPackage(repo, name, rev);
    const { rows } = await db().execute<{ version: string }>(sql`
      SELECT version FROM npm_versions WHERE repo = ${repo} AND name = ${name}`);
    for (const { version } of rows) await removeVersion(locked, version);
    await saveTags(locked, {});
  });
}

/**
 * Deletes the version that the tarball belongs to. npm's client sends this as its last step, when
 * the version is already deleted; that is no error.
 */
export async function unpublishTarball(
  repo: string,
  name: string,
  file: string,
  rev?: string,
): Promise<void> {
  const version = versionOfTarball(name, file);
  if (!version) throw new HttpError(404, 'NOT_FOUND', `${file} is not a tarball of ${name}`);
  await transaction(async () => {
    const locked = await lockPackage(repo, name, rev);
    if (!(await hasVersion(locked, version))) return;
    await removeVersion(locked, version);
    await saveTags(locked, await remainingTags(locked, locked.tags));
  });
}

/** Deletes one version. A version that does not exist is no error. */
export async function unpublishVersion({ repo, name, version }: VersionKey): Promise<void> {
  await transaction(async () => {
    const { rowCount } = await db().execute(sql`
      SELECT FROM npm_versions WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
    if (!rowCount) return;
    const locked = await lockPackage(repo, name);
    await removeVersion(locked, version);
    await saveTags(locked, await remainingTags(locked, locked.tags));
  });
}

/** Deletes the version with its file and index entry, in the current transaction. */
export async function removeVersion({ repo, name }: LockedPackage, version: string): Promise<void> {
  await noteUnpublished(repo, name, version);
  // Before the row is deleted, which the trash stores. Both orders are safe: the package is locked.
  await removeFile(repo, tarballPath(name, version));
  await db().execute(sql`
    DELETE FROM npm_versions WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
  await unindexVersion({ repo, type: 'npm', name, version });
}

/**
 * The tags whose version still exists. `latest` falls back to the newest release, or to the newest
 * version.
 */
export async function remainingTags(
  { repo, name }: LockedPackage,
  wanted: Record<string, string>,
): Promise<Record<string, string>> {
  const { rows } = await db().execute<{ version: string }>(sql`
    SELECT version FROM npm_versions WHERE repo = ${repo} AND name = ${name}`);
  const versions = rows.map(({ version }) => version).sort(semver.rcompare);
  const tags = Object.fromEntries(Object.entries(wanted).filter(([, version]) => versions.includes(version)));
  const newest = versions.find((version) => semver.prerelease(version) === null) ?? versions[0];
  const all = newest === undefined ? {} : { latest: newest, ...tags };
  await setTags(repo, 'npm', name, all);
  return all;
}
