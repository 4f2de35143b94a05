import type { Client } from 'pg';

export interface DumpedTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export interface DumpedSequence {
  name: string;
  value: string;
  /** Whether `value` was already used. */
  called: boolean;
}

/**
 * Tables that are not dumped. The program creates the schema, states of running servers are useless
 * to others, and the list of backups describes the backup directory. Unlogged tables are not dumped
 * either.
 */
export const leftOutOfBackups: readonly string[] = [
  ...['migrations', 'definitions', 'jobs', 'nodes', 'status_changes', 'backup_runs'],
];

/** Lists tables and their columns, sorted by name. */
export async function listTables(
  client: Client,
  leftOut: readonly string[] = leftOutOfBackups,
): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
    GROUP BY c.relname ORDER BY c.relname`,
    [leftOut],
  );
  return rows;
}

/**
 * Lists sequences. They are outside of snapshots, so values can be newer than the rows, which only
 * leaves gaps.
 */
export async function listSequences(client: Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<DumpedSequence>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS called
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows;
}

/** Lists the applied migrations, sorted by name. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Counts the tables of a database, including those not created by Lading. */
export async function countTables(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  return rows[0]?.count ?? 0;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
