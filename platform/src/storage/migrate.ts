import { readdir, readFile } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';

/** Beside the source, and found from `dist` just as well. */
const shippedMigrations = new URL('../../src/storage/migrations/', import.meta.url);

export interface Migration {
  /** `0001-accounts.sql`; a name that ends in `.concurrent.sql` runs outside of a transaction. */
  name: string;
  sql: string;
}

export async function readMigrations(folder: URL = shippedMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}-[a-z0-9-]+(\.concurrent)?\.sql$/.test(name));
  if (wrong) throw new Error(`Migration ${wrong} is misnamed: 0001-what-it-does.sql is expected`);
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  );
}

/** Of all nodes that start at once one migrates, the others wait. Any number that no other program uses. */
const migrationLock = 7_226_481_903;

/** Brings the database to what the program expects; what was done stays recorded in `migrations`. */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())',
    );
    for (const migration of migrations) await apply(client, migration);
  } finally {
    // Its connection had no time limit: not one for the pool to hand out again.
    client.release(true);
  }
}

async function apply(client: PoolClient, { name, sql }: Migration): Promise<void> {
  const concurrent = name.endsWith('.concurrent.sql');
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const done = await client.query('SELECT 1 FROM migrations WHERE name = $1', [name]);
    if (!done.rowCount && !concurrent) await client.query(sql);
    if (!done.rowCount && !concurrent) await record(client, name);
    await client.query('COMMIT');
    if (done.rowCount || !concurrent) return;
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed and was rolled back`, { cause: error });
  }
  await client.query(sql);
  await record(client, name);
}

async function record(client: PoolClient, name: string): Promise<void> {
  await client.query('INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
}
