import type { PoolClient } from 'pg';
import type { Migration } from './Migration.ts';

/**
 * Migrations from before the schema was rewritten as a whole. Databases with them are upgraded to
 * that schema.
 */
export interface Former {
  /** The last of these migrations, which a database may lack. */
  last: readonly Migration[];
  /** Number of migrations before those. Every database that can be upgraded has them. */
  before: number;
  is(name: string): boolean;
}

interface Ways {
  apply(client: PoolClient, migration: Migration): Promise<void>;
  applied(client: PoolClient): Promise<string[]>;
  /** Migrations of the new schema that are equivalent to the former ones. */
  baseline: readonly Migration[];
}

/**
 * Applies the former migrations that a database lacks, and records the baseline instead of them.
 * Does nothing for other databases. The caller must hold the lock. Throws for a database that is
 * too old to be upgraded.
 */
export async function adoptFormer(client: PoolClient, former: Former, ways: Ways): Promise<void> {
  const applied = (await ways.applied(client)).filter((name) => former.is(name));
  if (applied.length === 0) return;
  const lastNames = new Set(former.last.map(({ name }) => name));
  const before = applied.filter((name) => !lastNames.has(name)).length;
  if (before !== former.before) {
    throw new Error(
      `The database was created by an early version of Lading that cannot be upgraded (${before} of ${former.before} migrations). ` +
        'Start with an empty data directory, and publish the content again',
    );
  }
  for (const migration of former.last)
    if (!applied.includes(migration.name)) await ways.apply(client, migration);
  await client.query('BEGIN');
  try {
    await client.query("DELETE FROM migrations WHERE name ~ '^[0-9]{4}-'");
    await client.query('INSERT INTO migrations (name) SELECT unnest($1::text[])', [
      ways.baseline.map(({ name }) => name),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
