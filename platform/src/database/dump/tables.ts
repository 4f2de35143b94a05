import type { Client } from 'pg';

export interface DumpedTable {
  name: string;
  /** Without generated ones. */
  columns: string[];
}

export interface DumpedSequence {
  name: string;
  value: string;
  /** Whether `value` was used already. */
  called: boolean;
}

/**
 * Not dumped: the schema is made by the program, states of running servers mean nothing to other ones, and a list of backups is about the
 * directory of the backups. Unlogged tables are not dumped either.
 */
const leftOutOfBackups = ['migrations', 'definitions', 'jobs', 'nodes', 'backup_runs'];

/** Tables and their columns, sorted by name. */
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

/** Sequences are outside of snapshots: their values can be newer than the rows, which leaves a gap and nothing else. */
export async function listSequences(client: Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<DumpedSequence>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS called
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows;
}

/** Names of the applied migrations, sorted. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** The tables of a database, whatever made them. */
export async function countTables(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  return rows[0]?.count ?? 0;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
