import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Connected, connection } from './connection.ts';

/** Connects a command-line tool to a migrated database, without the services of a server. */
export function connectTo(url: string): { connected: Connected; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    pipeline: true,
    application_name: 'lading-command',
  });
  pool.on('error', () => undefined);
  return { connected: { [connection]: { pool, db: drizzle(pool) } }, close: () => pool.end() };
}
