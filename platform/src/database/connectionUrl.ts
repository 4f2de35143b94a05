import { connection } from './connection.ts';
import { currentConnected } from './db.ts';

/** The database of the current storage, for a connection of its own. Contains its password. */
export function connectionUrl(): string {
  const url = currentConnected()[connection].pool.options.connectionString;
  if (url === undefined) throw new Error('The database pool was opened without a URL');
  return url;
}
