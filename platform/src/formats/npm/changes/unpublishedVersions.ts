import type { UnpublishedVersion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { tarballPath } from '../names.ts';

/**
 * The repository of plugins. Browsers cache the files of a plugin version for a year, so its
 * content must never change.
 */
const NEVER_RELEASED = 'plugins-local';

/** Records the content of a version before its file is deleted, in the current transaction. */
export async function noteUnpublished(repo: string, name: string, version: string): Promise<void> {
  await db().execute(sql`
    INSERT INTO npm_unpublished (repo, name, version, sha256)
    SELECT repo, ${name}, ${version}, sha256 FROM files
    WHERE repo = ${repo} AND path = ${tarballPath(name, version)} ON CONFLICT DO NOTHING`);
}

/** The error for a version that was unpublished with other content. */
export function wasUnpublished({
  repo,
  name,
  version,
}: Record<'repo' | 'name' | 'version', string>): HttpError {
  return new HttpError(
    403,
    'VERSION_UNPUBLISHED',
    `Version ${version} of ${name} was unpublished from ${repo} and can be published again only with the same content. ` +
      (repo === NEVER_RELEASED
        ? 'Publish a new version'
        : 'Publish a new version, or ask an administrator to release this one'),
  );
}

/** The unpublished versions of a repository, or of one package, newest first; up to 1000. */
export async function listUnpublished(repo: string, name?: string): Promise<UnpublishedVersion[]> {
  const ofName = name === undefined ? sql`` : sql`AND name = ${name}`;
  const { rows } = await db().execute<UnpublishedVersion & Record<string, unknown>>(sql`
    SELECT name, version, sha256, to_char(unpublished AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS unpublished
    FROM npm_unpublished u WHERE repo = ${repo} ${ofName} ORDER BY u.unpublished DESC, name, version LIMIT 1000`);
  return rows;
}

/**
 * Allows the version to be published with other content. Throws `HttpError` 404 for a version that
 * was not unpublished, and 409 for a version of a plugin.
 */
export async function releaseVersion(repo: string, name: string, version: string): Promise<void> {
  if (repo === NEVER_RELEASED) {
    const why = `Versions in ${repo} cannot be released because browsers cache the files of a plugin version. Publish a new version.`;
    throw new HttpError(409, 'NOT_RELEASABLE', why);
  }
  const { rowCount } = await db().execute(sql`
    DELETE FROM npm_unpublished WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
  if (!rowCount)
    throw new HttpError(404, 'NOT_FOUND', `Version ${version} of ${name} was not unpublished from ${repo}`);
}
