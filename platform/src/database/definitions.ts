import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

/** A file of `functions/`, or the triggers. Idempotent, because it uses `CREATE OR REPLACE`. */
export interface Definition {
  name: string;
  sql: string;
}

/** Returns definitions that are missing in the database or have a different text. */
export async function staleDefinitions(
  client: PoolClient,
  definitions: readonly Definition[],
): Promise<Definition[]> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('definitions') IS NOT NULL");
  if (tables.length === 0) return [...definitions];
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM definitions',
  );
  const hashes = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  return definitions.filter((definition) => hashes.get(definition.name) !== hashOf(definition));
}

/** Writes stale definitions in one transaction. The caller must hold the migration lock. */
export async function writeDefinitions(
  client: PoolClient,
  definitions: readonly Definition[],
): Promise<void> {
  const stale = await staleDefinitions(client, definitions);
  if (stale.length === 0) return;
  await client.query('BEGIN');
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS definitions (name text PRIMARY KEY, sha256 text NOT NULL)',
    );
    // They call each other, so no order would satisfy a check of their bodies.
    await client.query('SET LOCAL check_function_bodies = off');
    for (const { name, sql } of stale) {
      await client.query(sql).catch((error) => {
        throw new Error(`The database rejected the definition ${name}: ${error.message}`, {
          cause: error,
        });
      });
    }
    const names = stale.map(({ name }) => name);
    await client.query(
      `INSERT INTO definitions (name, sha256) SELECT * FROM unnest($1::text[], $2::text[])
      ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`,
      [names, stale.map(hashOf)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function hashOf({ sql }: Definition): string {
  return createHash('sha256').update(sql).digest('hex');
}
