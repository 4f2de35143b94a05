import { sql } from 'drizzle-orm';
import { afterCommit, db } from '../../database/db.ts';
import { packumentKeeper } from './upstream/keepPackuments.ts';

/**
 * Deletes the npm packages of the repository in the current transaction. Other modules delete its
 * files and index entries.
 */
export async function removeRepositoryPackages(repo: string): Promise<void> {
  const keeper = packumentKeeper();
  keeper.forget(repo);
  afterCommit(() => keeper.forget(repo));
  await db().execute(sql`SET LOCAL statement_timeout = 0`);
  const tables = [
    'npm_index_queue',
    'npm_upstream_packuments',
    'npm_versions',
    'npm_packages',
    'npm_unpublished',
  ];
  for (const table of tables) {
    await db().execute(sql`DELETE FROM ${sql.identifier(table)} WHERE repo = ${repo}`);
  }
}
