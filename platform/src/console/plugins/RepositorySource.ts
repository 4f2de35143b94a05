import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { findFile } from '../../files/files.ts';
import { tarballPath } from '../../formats/npm/names.ts';
import { blobs } from '../../storage/storage.ts';
import { nameOf } from '../map/pluginName.ts';
import type { PluginSource } from './PluginSource.ts';
import { readPackage } from './readPackage.ts';

/** Repository that plugins are published to. */
export const PLUGINS_REPOSITORY = 'plugins-local';

/** Reads plugins from `plugins-local` of the current storage. */
export const repositorySource: PluginSource = {
  async stampOf(packageName, version) {
    return (await findFile(PLUGINS_REPOSITORY, tarballPath(packageName, version)))?.sha256;
  },

  async read(packageName, version) {
    const file = await findFile(PLUGINS_REPOSITORY, tarballPath(packageName, version));
    return file && readPackage(await blobs().open(file.sha256));
  },

  async named(name, version) {
    const result = await db().execute<{ name: string }>(sql`
      SELECT name FROM npm_versions
      WHERE repo = ${PLUGINS_REPOSITORY} AND version = ${version} AND name LIKE ${`%plugin-${name}`} ORDER BY name`);
    return result.rows.map((row) => row.name).filter((found) => nameOf(found) === name);
  },
};
