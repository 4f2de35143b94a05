import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { type DumpedTable, quoted } from './tables.ts';

export type DumpClient = pg.Client;

/**
 * Settings of a session that dumps or loads: no time limits, and everything that the text format of
 * values depends on, which a database or a role can configure. The last two settings prevent scans
 * that start in the middle of a large table or run in parallel.
 */
export const session = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '3',
  client_encoding: 'UTF8',
  synchronize_seqscans: 'off',
  max_parallel_workers_per_gather: '0',
};

/**
 * Opens a separate connection for the content of a whole database. Its statements have no time
 * limit, the format of its values does not depend on the configuration of the database, and a
 * connection failure is reported by the next statement.
 */
export async function connectForDump(url: string): Promise<DumpClient> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'lading-backup',
  });
  client.on('error', () => undefined);
  await client.connect();
  for (const [name, value] of Object.entries(session))
    await client.query('SELECT set_config($1, $2, false)', [name, value]);
  return client;
}

/** Starts a transaction in which all statements see the same snapshot. */
export async function beginSnapshot(client: DumpClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** Returns the name of the client's snapshot, for other sessions, while its transaction is open. */
export async function exportSnapshot(client: DumpClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
  return rows[0]?.name ?? '';
}

/** Streams a result in PostgreSQL's text format: one row per line, tab-separated columns. */
export function copyOut(client: DumpClient, statement: string): Readable & { rowCount: number } {
  return client.query(to(`COPY (${statement}) TO STDOUT`)) as Readable & { rowCount: number };
}

export function tableStatement({ name, columns }: DumpedTable): string {
  return `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`;
}

/** Streams rows into a table, in the same format. */
export function copyIn(
  client: DumpClient,
  { name, columns }: DumpedTable,
): Writable & { rowCount: number | null } {
  return client.query(
    from(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`),
  ) as Writable & {
    rowCount: number | null;
  };
}
