import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabase } from '../testing/testDatabase.ts';
import { testPlatform } from '../testing/testPlatform.ts';
import { migrate } from './migrate.ts';
import { readShipped } from './shipped.ts';

/**
 * Database and blobs of the last version before 0.1.0: an npm package, a file with a property, and
 * a user.
 */
const former = new URL('testing/before-0.1.0/', import.meta.url);
const authorization = `Basic ${Buffer.from('admin:correct-horse-battery-9').toString('base64')}`;

describe('a database from before 0.1.0', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await emptyDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    // A dump changes the search path of its session.
    const client = await pool.connect();
    await client.query(gunzipSync(await readFile(new URL('database.sql.gz', former))).toString());
    client.release(true);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('keeps its content and its users', async () => {
    const home = await mkdtemp(join(tmpdir(), 'lading-upgrade-'));
    await cp(fileURLToPath(new URL('blobs/', former)), join(home, 'blobs'), { recursive: true });
    const platform = await testPlatform({ env: { LADING_HOME: home, LADING_DATABASE_URL: database.url } });
    const get = (url: string) => platform.app.inject({ url, headers: { authorization } });
    try {
      const packument = (await get('/artifactory/api/npm/npm-local/hello')).json();
      expect(packument.versions['1.2.3'].dependencies).toEqual({ 'left-pad': '^1.0.0' });
      expect((await get('/artifactory/api/npm/npm-local/hello/-/hello-1.2.3.tgz')).statusCode).toBe(200);
      const file = await get('/artifactory/generic-local/docs/f.txt');
      expect([file.statusCode, file.body]).toEqual([200, 'some bytes of before']);
      const properties = (await get('/artifactory/api/storage/generic-local/docs/f.txt?properties')).json();
      expect(properties.properties).toEqual({ color: ['blue'] });
      expect((await get('/access/api/v2/users/ada')).json()).toMatchObject({ email: 'ada@example.org' });
    } finally {
      await platform.close();
      await rm(home, { recursive: true });
    }
  });

  it('gets the same schema as a new database', async () => {
    await migrate(pool, await readShipped());
    const fresh = await testDatabase();
    const freshPool = new pg.Pool({ connectionString: fresh.url });
    try {
      expect(await schemaOf(pool)).toEqual(await schemaOf(freshPool));
    } finally {
      await freshPool.end();
      await fresh.drop();
    }
  });

  it('is neither upgraded nor changed if it is too old', async () => {
    await pool.query("DELETE FROM migrations WHERE name = '0729-newest-versions-of-before.sql'");
    await expect(migrate(pool, await readShipped())).rejects.toThrow(
      'The database was created by an early version of Lading that cannot be upgraded (81 of 82 migrations). Start with an empty data directory',
    );
    expect((await pool.query('SELECT name FROM migrations')).rowCount).toBe(81);
  });
});

describe('a database of a development version', () => {
  it('gets the functions, triggers, and tables that changed in the schema', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const shipped = await readShipped();
    try {
      const expected = await schemaOf(pool);
      await pool.query(`
        DROP TABLE permission_changes;
        DROP FUNCTION cache_npm_tarballs(json);
        CREATE FUNCTION cache_npm_tarballs(given json) RETURNS integer[] LANGUAGE sql AS 'SELECT NULL::integer[]';
        CREATE FUNCTION queue_archive() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER files_queue_archive AFTER INSERT ON files FOR EACH ROW EXECUTE FUNCTION queue_archive();
        UPDATE definitions SET sha256 = 'older' WHERE name = 'functions/cache_npm_tarballs.sql';
        DELETE FROM migrations WHERE name LIKE 'migrations/0.1.0/0001-%'`);
      await migrate(pool, shipped);
      expect(await schemaOf(pool)).toEqual(expected);
    } finally {
      await pool.end();
      await database.drop();
    }
  });
});

/** Lists columns, constraints, indexes, functions, and triggers, as the database prints them. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('%s %s', relname, reloptions) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
    UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql')
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT name FROM migrations
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}
