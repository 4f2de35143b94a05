import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { Platform } from '../platform/Platform.ts';

/** Runs queries, in the current transaction if there is one. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Private to this directory. Other code uses `db()`, which respects the current transaction. */
interface Connection {
  readonly pool: Pool;
  /** Runs queries outside of any transaction. */
  readonly db: Db;
}

/** The connections of a storage. */
interface Connections extends Connection {
  /** Runs after those of requests if the database is on this machine and both are busy. */
  readonly background?: Connection;
}

/** Key under which a `Storage` keeps its connection. Not exported to other directories. */
export const connection: unique symbol = Symbol('connection');

/** The part of a `Storage` that this layer knows: it has a connection. */
export interface Connected {
  readonly [connection]: Connections;
  /**
   * The platform that uses the storage. Absent until it is created, and in tools that need only the
   * storage.
   */
  platform?: Platform;
}
