import { readdir, readFile } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';

/** Beside the source, and found from `dist` just as well. */
const shippedMigrations = new URL('../../src/storage/migrations/', import.meta.url);

export interface Migration {
  /**
   * `0001-accounts.sql`. One that ends in `.concurrent.sql` builds a single index `CONCURRENTLY IF NOT EXISTS`, outside of a
   * transaction.
   */
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
    const pending = await pendingOf(client, migrations);
    if (pending.length === 0) return;
    await client.query('SET statement_timeout = 0');
    for (const migration of pending) await apply(client, migration);
  } finally {
    // Its connection may have no time limit any more: not one for the pool to hand out again.
    client.release(true);
  }
}

async function pendingOf(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('migrations') IS NOT NULL");
  if (tables.length === 0) return migrations;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const done = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** An index over millions of rows, or another node that builds one, takes longer than a request may. */
function patiently(text: string): { text: string; query_timeout: number } {
  return { text, query_timeout: 2 ** 31 - 1 };
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  const concurrent = name.endsWith('.concurrent.sql');
  await client.query('BEGIN');
  try {
    await client.query(patiently(`SELECT pg_advisory_xact_lock(${migrationLock})`));
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())',
    );
    // Another node may have done it while this one waited.
    const { rowCount } = await client.query('SELECT 1 FROM migrations WHERE name = $1', [name]);
    if (!rowCount && !concurrent) {
      await client.query(patiently(sql));
      await record(client, name);
    }
    await client.query('COMMIT');
    if (rowCount || !concurrent) return;
  } catch (error) {
    // Where the connection itself is lost there is nothing to roll back, and that is not what failed.
    await client.query('ROLLBACK').catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and was rolled back: ${why}`, { cause: error });
  }
  await buildIndex(client, migration);
}

/** One that was broken off stands there without being used: it is dropped first. */
async function buildIndex(client: PoolClient, { name, sql }: Migration): Promise<void> {
  const [, index] = /CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+(\w+)/i.exec(sql) ?? [];
  if (!index) throw new Error(`Migration ${name} must be one CREATE INDEX CONCURRENTLY IF NOT EXISTS`);
  const broken = await client.query(
    'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (broken.rowCount) await client.query(patiently(`DROP INDEX CONCURRENTLY ${index}`));
  await client.query(patiently(sql));
  await record(client, name);
}

async function record(client: PoolClient, name: string): Promise<void> {
  await client.query('INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
}
