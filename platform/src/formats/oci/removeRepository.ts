import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/**
 * Deletes the images of the repository in the current transaction. Other modules delete its files
 * and index entries.
 */
export async function removeRepositoryImages(repo: string): Promise<void> {
  await db().execute(sql`SET LOCAL statement_timeout = 0`);
  for (const table of [
    'docker_uploads',
    'docker_tags',
    'docker_manifests',
    'docker_blobs',
    'docker_images',
  ]) {
    await db().execute(sql`DELETE FROM ${sql.identifier(table)} WHERE repo = ${repo}`);
  }
}
