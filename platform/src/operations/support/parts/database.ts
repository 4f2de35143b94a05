import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { poolFigures } from '../../../database/poolFigures.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

const general = sql`
  SELECT version(), pg_database_size(current_database())::float8 AS bytes, pg_postmaster_start_time() AS started,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "inRecovery",
    d.xact_commit::float8 AS commits, d.xact_rollback::float8 AS rollbacks, d.deadlocks::float8, d.temp_bytes::float8 AS "temporaryBytes",
    round(100.0 * d.blks_hit / greatest(d.blks_hit + d.blks_read, 1), 2)::float8 AS "cacheHitPercent"
  FROM pg_stat_database d WHERE d.datname = current_database()`;

/** Estimates from the statistics of the database. */
const tables = sql`
  SELECT s.relname AS name, c.reltuples::float8 AS "rowsEstimated", pg_total_relation_size(s.relid)::float8 AS bytes,
    pg_indexes_size(s.relid)::float8 AS "indexBytes", s.n_dead_tup::float8 AS "deadRows", s.seq_scan::float8 AS "sequentialScans",
    s.idx_scan::float8 AS "indexScans", s.last_autovacuum AS "lastVacuum", s.last_autoanalyze AS "lastAnalyze"
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid ORDER BY pg_total_relation_size(s.relid) DESC`;

/** Without statements, which can contain values. */
const activity = sql`
  SELECT state, wait_event_type AS "waitEventType", wait_event AS "waitEvent", count(*)::int AS connections,
    max(extract(epoch FROM now() - xact_start))::float8 AS "longestTransactionSeconds",
    max(extract(epoch FROM now() - query_start))::float8 AS "longestStatementSeconds"
  FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1, 2, 3 ORDER BY 4 DESC`;

/**
 * Settings changed by an operator. Settings with commands, addresses, or credentials are not
 * included.
 */
const changedSettings = sql`
  SELECT name, setting, unit, source FROM pg_settings
  WHERE source NOT IN ('default', 'override') AND vartype <> 'string' ORDER BY name`;

const migrations = sql`SELECT name FROM migrations ORDER BY name`;

const rowsOf = async (query: SQL) => (await db().execute(query)).rows;

export function databasePart(): BundlePart {
  return jsonPart('system', [
    {
      path: 'database/server.json',
      about: 'The database server, its connections, and changed settings',
      async read() {
        return {
          ...(await rowsOf(general))[0],
          pool: poolFigures(),
          activity: await rowsOf(activity),
          settings: await rowsOf(changedSettings),
        };
      },
    },
    {
      path: 'database/tables.json',
      about: 'Sizes and use of the tables',
      read: async () => ({ tables: await rowsOf(tables) }),
    },
    {
      path: 'database/migrations.json',
      about: 'Applied migrations',
      read: async () => ({ migrations: (await rowsOf(migrations)).map(({ name }) => name) }),
    },
  ]);
}
