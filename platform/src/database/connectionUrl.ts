import { connection } from './connection.ts';
import { currentConnected } from './db.ts';

/**
 * Returns the URL of the current storage's database, for a separate connection. Contains its
 * password.
 */
export function connectionUrl(): string {
  const url = currentConnected()[connection].pool.options.connectionString;
  if (url === undefined) throw new Error('The database pool was opened without a URL');
  return url;
}
