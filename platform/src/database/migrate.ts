import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { type Definition, staleDefinitions, writeDefinitions } from './definitions.ts';
import { adoptFormer, type Former } from './former.ts';
import type { Migration } from './Migration.ts';

/** Database definitions shipped with the program. `readShipped` reads them. */
export interface Shipped {
  /** Migrations in the order in which they are applied, each once. */
  migrations: readonly Migration[];
  /** Functions, then triggers. Rewritten whenever their text has changed. */
  definitions?: readonly Definition[];
  former?: Former;
}

/**
 * Advisory lock ID. One of the nodes that start concurrently migrates, the others wait. Any number
 * that no other program uses.
 */
const migrationLock = 7_226_481_903;

/**
 * Migrates the database to this version, and records the applied migrations in `migrations`. Throws
 * if the database has unknown migrations. Calls `report` if this node waits for another.
 */
export async function migrate(
  pool: Pool,
  shipped: Shipped,
  report: (event: string) => void = () => undefined,
): Promise<void> {
  const { migrations, definitions = [], former } = shipped;
  const client = await pool.connect();
  try {
    await ask(client, 'SET statement_timeout = 0');
    if (await isCurrent(client, shipped)) return;
    await lock(client, report);
    if (former)
      await adoptFormer(client, former, { apply, applied: appliedTo, baseline: baselineOf(shipped) });
    // Another node may have migrated while this one waited.
    for (const migration of await pendingOf(client, migrations)) await apply(client, migration);
    await writeDefinitions(client, definitions);
  } finally {
    // Ends the session and thereby the lock. The connection no longer has a time limit, so it is
    // not reused.
    client.release(true);
  }
}

/** Returns the migrations that form the schema of a new database. */
function baselineOf({ migrations }: Shipped): readonly Migration[] {
  return migrations.filter(({ name }) => name.startsWith('schema/'));
}

async function isCurrent(
  client: PoolClient,
  { migrations, definitions = [], former }: Shipped,
): Promise<boolean> {
  if (former && (await appliedTo(client)).some((name) => former.is(name))) return false;
  if ((await pendingOf(client, migrations)).length > 0) return false;
  return (await staleDefinitions(client, definitions)).length === 0;
}

/**
 * Runs a statement without a timeout. Indexing millions of rows, or starting several nodes on one
 * machine, takes longer than the limit of a request.
 */
function ask<Row extends QueryResultRow>(client: PoolClient, text: string, values: unknown[] = []) {
  return client.query<Row>({ text, values, query_timeout: 2 ** 31 - 1 } as QueryConfig);
}

const pollMs = 200;

/**
 * Acquires the lock by polling. Waiting inside a statement would hold a snapshot, and the other
 * node's concurrent index build waits for the end of every older snapshot. PostgreSQL would resolve
 * that deadlock by failing one of the nodes.
 */
async function lock(client: PoolClient, report: (event: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await ask<{ locked: boolean }>(client, 'SELECT pg_try_advisory_lock($1) AS locked', [
      migrationLock,
    ]);
    if (rows[0]?.locked) return;
    if (attempt === 0) report('waiting for another node to migrate the database');
    await wait(pollMs);
  }
}

/** Returns the names of applied migrations, sorted. Empty for an empty database. */
async function appliedTo(client: PoolClient): Promise<string[]> {
  const { rows: tables } = await ask(client, "SELECT 1 WHERE to_regclass('migrations') IS NOT NULL");
  if (tables.length === 0) return [];
  const { rows } = await ask<{ name: string }>(client, 'SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

async function pendingOf(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await appliedTo(client);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of Lading. This version does not know ${shortened(unknown)}. ` +
        'Start that version or a newer one, or restore a backup from before the upgrade',
    );
  }
  const done = new Set(applied);
  return migrations.filter(({ name }) => !done.has(name));
}

function shortened(names: readonly string[]): string {
  const more = names.length - 3;
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The caller must hold the lock. */
async function apply(client: PoolClient, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  await ask(
    client,
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())',
  );
  if (name.endsWith('.concurrent.sql')) return buildIndex(client, migration);
  await ask(client, 'BEGIN');
  try {
    await ask(client, sql);
    await record(client, name);
    await ask(client, 'COMMIT');
  } catch (error) {
    // If the connection is lost, there is nothing to roll back, and the original error matters.
    await ask(client, 'ROLLBACK').catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and was rolled back: ${why}`, { cause: error });
  }
}

/** Builds an index. Drops the invalid index of an interrupted build first. */
async function buildIndex(client: PoolClient, { name, sql }: Migration): Promise<void> {
  const [, index] = /CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+(\w+)/i.exec(sql) ?? [];
  if (!index) throw new Error(`Migration ${name} must be one CREATE INDEX CONCURRENTLY IF NOT EXISTS`);
  const broken = await ask(
    client,
    'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (broken.rowCount) await ask(client, `DROP INDEX CONCURRENTLY ${index}`);
  await ask(client, sql);
  await record(client, name);
}

async function record(client: PoolClient, name: string): Promise<void> {
  await ask(client, 'INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
}
