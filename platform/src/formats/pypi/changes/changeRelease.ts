import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { removeFile } from '../../../files/files.ts';
import type { VersionKey } from '../../../packages/indexing.ts';
import { indexRelease } from '../indexRelease.ts';
import { filesOfRelease, findReleaseFile, lockProject } from '../releaseFiles.ts';

/**
 * Yanks all files of a release, or unyanks them if `reason` is undefined. Throws `HttpError` 404 if
 * the release does not exist.
 */
export async function yankRelease(
  repo: string,
  project: string,
  version: string,
  reason: string | undefined,
): Promise<void> {
  await transaction(async () => {
    const { rowCount } = await db().execute(sql`
      UPDATE pypi_files SET yanked = ${reason ?? null}
      WHERE repo = ${repo} AND project = ${project} AND version = ${version}`);
    if (!rowCount) throw noRelease(repo, project, version);
    await indexRelease(repo, project, version);
  });
}

/**
 * Deletes a release with all its files in the current transaction. The name remains reserved for
 * this repository. A release that does not exist is no error.
 */
export async function removeRelease({ repo, name, version }: VersionKey): Promise<boolean> {
  return transaction(async () => {
    await lockProject(repo, name);
    const files = await filesOfRelease(repo, name, version);
    for (const { path } of files) await removeFile(repo, path);
    await indexRelease(repo, name, version);
    return files.length > 0;
  });
}

/** Throws `HttpError` 404 if the file does not exist. */
export async function removeReleaseFile(repo: string, project: string, filename: string): Promise<void> {
  await transaction(async () => {
    await lockProject(repo, project);
    const file = await findReleaseFile(repo, project, filename);
    if (!file)
      throw new HttpError(404, 'NOT_FOUND', `File ${shown(filename)} of ${project} not found in ${repo}`);
    await removeFile(repo, file.path);
    await indexRelease(repo, project, file.version);
  });
}

export function noRelease(repo: string, project: string, version: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Release ${shown(version)} of ${project} not found in ${repo}`);
}
