import { connectForDump } from './dump/DumpClient.ts';
import { listMigrations } from './dump/tables.ts';
import type { Shipped } from './migrate.ts';

/** Oldest supported major version of PostgreSQL. */
export const oldestServer = 15;

export interface DatabaseState {
  /** Version of the PostgreSQL server. */
  server: string;
  bytes: number;
  /**
   * Number of migrations that the next start applies. If all are pending, the database is empty.
   */
  pending: number;
  isEmpty: boolean;
  /** Migrations unknown to this version, which a newer version has applied. */
  unknown: string[];
}

/** Compares a database with this version. Changes nothing. */
export async function readDatabaseState(
  url: string,
  { migrations, former }: Shipped,
): Promise<DatabaseState> {
  const client = await connectForDump(url);
  try {
    const { rows } = await client.query<{ server: string; bytes: string; migrated: boolean }>(
      `SELECT current_setting('server_version') AS server, pg_database_size(current_database())::text AS bytes,
        to_regclass('migrations') IS NOT NULL AS migrated`,
    );
    const { server = '', bytes = '0', migrated = false } = rows[0] ?? {};
    const applied = new Set(migrated ? await listMigrations(client) : []);
    const known = new Set(migrations.map(({ name }) => name));
    return {
      server,
      bytes: Number(bytes),
      pending: migrations.filter(({ name }) => !applied.has(name)).length,
      isEmpty: !migrated,
      unknown: [...applied].filter((name) => !known.has(name) && !former?.is(name)),
    };
  } finally {
    await client.end();
  }
}
