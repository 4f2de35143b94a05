import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { removeFile } from '../../../files/files.ts';
import { assertAnnotatable } from '../../../files/filesInUse.ts';
import { setDeprecated, unindexVersion, type VersionKey } from '../../../packages/indexing.ts';
import { findVersion, lockCrate } from '../crateVersions.ts';
import { packageType } from '../indexCrate.ts';

/**
 * Yanks or unyanks a version. Throws `HttpError` 404 if the version does not exist, and 409 if it
 * is read-only.
 */
export async function yankCrate(repo: string, name: string, version: string, yanked: boolean): Promise<void> {
  await transaction(async () => {
    const found = await findVersion(repo, name, version);
    if (found?.version !== version || found.name !== name)
      throw new HttpError(404, 'NOT_FOUND', `Crate ${shown(`${name} ${version}`)} not found in ${repo}`);
    await assertAnnotatable(repo, [found.path]);
    await lockCrate(repo, name);
    await db().execute(sql`
      UPDATE cargo_versions SET yanked = ${yanked} WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
    await setDeprecated({ repo, type: packageType, name, version }, yanked ? 'Yanked' : undefined);
  });
}

/**
 * Deletes a version in the current transaction. The name remains reserved for this repository. A
 * version that does not exist is no error.
 */
export async function removeCrateVersion(key: VersionKey): Promise<void> {
  await transaction(async () => {
    await lockCrate(key.repo, key.name);
    const found = await findVersion(key.repo, key.name, key.version);
    if (found?.version !== key.version) return;
    // Same lock order as a publish, to prevent deadlocks.
    await removeFile(key.repo, found.path);
    await unindexVersion(key);
  });
}
