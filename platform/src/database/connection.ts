import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Platform } from '../platform/Platform.ts';

/** Queries, in the current transaction when there is one. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** The raw pool stays in this room: everyone else goes through `db()`, which follows the transaction. */
interface Connection {
  readonly pool: Pool;
  /** Outside of any transaction. */
  readonly db: Db;
}

/** Under this key a `Storage` keeps its connection, out of reach of the other rooms. */
export const connection: unique symbol = Symbol('connection');

/** Has a connection: all that this layer knows of a `Storage`. */
export interface Connected {
  readonly [connection]: Connection;
  /** The platform that uses the storage. Absent until it is created, and in tools that need only the storage. */
  platform?: Platform;
}
