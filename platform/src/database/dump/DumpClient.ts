import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { type DumpedTable, quoted } from './tables.ts';

export type DumpClient = pg.Client;

/**
 * A connection of its own for the content of a whole database: its statements have no time limit, and its failure is reported by the
 * next statement.
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

/** All statements until the commit see the database as it is at the first one. */
export async function beginSnapshot(client: DumpClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** A result in PostgreSQL's text format: one row per line, columns separated by tabs. */
export function copyOut(client: DumpClient, statement: string): Readable & { rowCount: number } {
  return client.query(to(`COPY (${statement}) TO STDOUT`)) as Readable & { rowCount: number };
}

export function tableStatement({ name, columns }: DumpedTable): string {
  return `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`;
}

/** Takes the rows of a table in the same format. */
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
