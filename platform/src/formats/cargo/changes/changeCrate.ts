import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { removeFile } from '../../../files/files.ts';
import { setDeprecated, unindexVersion, type VersionKey } from '../../../packages/indexing.ts';
import { findVersion, lockCrate } from '../crateVersions.ts';
import { packageType } from '../indexCrate.ts';

/** Throws `HttpError` 404 where there is no such version. */
export async function yankCrate(repo: string, name: string, version: string, yanked: boolean): Promise<void> {
  await transaction(async () => {
    const found = await findVersion(repo, name, version);
    if (found?.version !== version || found.name !== name)
      throw new HttpError(404, 'NOT_FOUND', `Crate ${shown(`${name} ${version}`)} not found in ${repo}`);
    await lockCrate(repo, name);
    await db().execute(sql`
      UPDATE cargo_versions SET yanked = ${yanked} WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
    await setDeprecated({ repo, type: packageType, name, version }, yanked ? 'Yanked' : undefined);
  });
}

/** Takes a version away, in the current transaction; the name stays ours. What is gone already is no error. */
export async function removeCrateVersion(key: VersionKey): Promise<void> {
  await transaction(async () => {
    await lockCrate(key.repo, key.name);
    const found = await findVersion(key.repo, key.name, key.version);
    if (found?.version !== key.version) return;
    // In the order in which a publish comes, so that neither waits for the other for ever.
    await removeFile(key.repo, found.path);
    await unindexVersion(key);
  });
}
