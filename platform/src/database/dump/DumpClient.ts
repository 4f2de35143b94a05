import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { type DumpedTable, quoted } from './tables.ts';

export type DumpClient = pg.Client;

/**
 * Opens a separate connection for the content of a whole database. Its statements have no time
 * limit, and a connection failure is reported by the next statement.
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
  await client.query('SET statement_timeout = 0');
  await client.query('SET idle_in_transaction_session_timeout = 0');
  return client;
}

/** Starts a transaction in which all statements see the same snapshot. */
export async function beginSnapshot(client: DumpClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
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
