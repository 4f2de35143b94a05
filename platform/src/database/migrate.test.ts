import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import type { Definition } from './definitions.ts';
import type { Migration } from './Migration.ts';
import { migrate } from './migrate.ts';
import { readShipped } from './shipped.ts';

describe('migrate', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await emptyDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const applied = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(
      ({ name }) => name,
    );
  const first: Migration = { name: '0001-one.sql', sql: 'CREATE TABLE one (id int)' };
  const second: Migration = {
    name: '0002-two.sql',
    sql: 'INSERT INTO one VALUES (1); INSERT INTO one VALUES (2)',
  };

  it('applies each migration once, in order', async () => {
    await migrate(pool, { migrations: [first] });
    await migrate(pool, { migrations: [first, second] });
    await migrate(pool, { migrations: [first, second] });
    expect(await applied()).toEqual(['0001-one.sql', '0002-two.sql']);
    expect((await pool.query('SELECT * FROM one')).rowCount).toBe(2);
  });

  it('runs on only one of several nodes that start concurrently', async () => {
    const nodes = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: database.url }));
    await Promise.all(nodes.map((node) => migrate(node, { migrations: [first, second] })));
    await Promise.all(nodes.map((node) => node.end()));
    expect((await pool.query('SELECT * FROM one')).rowCount).toBe(2);
  });

  it('lets one of two nodes build an index concurrently while the other waits, 20 of 20 times', async () => {
    const index = {
      name: '0002-index.concurrent.sql',
      sql: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id)',
    };
    const third = { name: '0003-three.sql', sql: 'INSERT INTO one VALUES (3)' };
    const nodes = [1, 2].map(() => new pg.Pool({ connectionString: database.url }));
    for (let round = 0; round < 20; round++) {
      await pool.query('DROP TABLE IF EXISTS migrations, one');
      await Promise.all(nodes.map((node) => migrate(node, { migrations: [first, index, third] })));
      expect(await applied()).toEqual(['0001-one.sql', '0002-index.concurrent.sql', '0003-three.sql']);
      expect((await pool.query('SELECT * FROM one')).rowCount).toBe(1);
    }
    await Promise.all(nodes.map((node) => node.end()));
  });

  it('lets two nodes create the schema of an empty database', async () => {
    const shipped = await readShipped();
    const nodes = [1, 2].map(() => new pg.Pool({ connectionString: database.url }));
    const told: string[] = [];
    await Promise.all(nodes.map((node) => migrate(node, shipped, (event) => told.push(event))));
    expect(await applied()).toEqual(shipped.migrations.map(({ name }) => name).sort());
    expect(told).toEqual(['waiting for another node to migrate the database']);
    await Promise.all(nodes.map((node) => node.end()));
  });

  it('rewrites only functions and triggers whose text has changed', async () => {
    const functionOf = (value: number): Definition => ({
      name: 'answer.sql',
      sql: `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${value}'`,
    });
    const answer = async () => (await pool.query('SELECT answer()')).rows[0]?.answer;
    await migrate(pool, { migrations: [first], definitions: [functionOf(1)] });
    expect(await answer()).toBe(1);
    await pool.query("CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT 7'");
    await migrate(pool, { migrations: [first], definitions: [functionOf(1)] });
    expect(await answer()).toBe(7);
    await migrate(pool, { migrations: [first], definitions: [functionOf(2)] });
    expect(await answer()).toBe(2);
  });

  it('reports a definition that the database rejects, and writes none', async () => {
    const broken: Definition = { name: 'broken.sql', sql: 'CREATE OR REPLACE FUNCTION nonsense' };
    await expect(migrate(pool, { migrations: [first], definitions: [broken] })).rejects.toThrow(
      'The database rejected the definition broken.sql: syntax error',
    );
    expect((await pool.query("SELECT to_regclass('definitions') AS found")).rows).toEqual([{ found: null }]);
  });

  it('rejects a database migrated by a newer version, and changes nothing', async () => {
    await migrate(pool, { migrations: [first, second] });
    await expect(
      migrate(pool, { migrations: [first, { name: '0003-three.sql', sql: 'DROP TABLE one' }] }),
    ).rejects.toThrow(
      'The database was migrated by a newer version of Lading. This version does not know 0002-two.sql. Start that version',
    );
    expect(await applied()).toEqual(['0001-one.sql', '0002-two.sql']);
  });

  it('rolls back a failed migration, and reports its name and the reason', async () => {
    const broken = { name: '0002-two.sql', sql: 'INSERT INTO one VALUES (1); SELECT nonsense' };
    await expect(migrate(pool, { migrations: [first, broken] })).rejects.toThrow(
      'Migration 0002-two.sql failed and was rolled back: column "nonsense" does not exist',
    );
    expect(await applied()).toEqual(['0001-one.sql']);
    expect((await pool.query('SELECT * FROM one')).rowCount).toBe(0);
  });

  it('builds an index concurrently with other statements, outside of a transaction', async () => {
    const index = {
      name: '0002-index.concurrent.sql',
      sql: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id)',
    };
    await migrate(pool, { migrations: [first, index] });
    expect(await applied()).toContain('0002-index.concurrent.sql');
  });

  it('rebuilds an index whose build was interrupted', async () => {
    await migrate(pool, { migrations: [first] });
    await pool.query('INSERT INTO one VALUES (1), (1)');
    await expect(pool.query('CREATE UNIQUE INDEX CONCURRENTLY one_id ON one (id)')).rejects.toThrow();
    await pool.query('DELETE FROM one');
    const index = {
      name: '0002-index.concurrent.sql',
      sql: 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id)',
    };
    await migrate(pool, { migrations: [first, index] });
    const { rows } = await pool.query(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = 'one_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('reads the schema, then migrations in the order of releases, and rejects a name that does not sort', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-migrations-'));
    const folders = [
      'schema',
      'functions',
      'migrations/before-0.1.0',
      'migrations/0.10.0',
      'migrations/0.2.0',
    ];
    for (const name of folders) await mkdir(join(folder, name), { recursive: true });
    const files = [
      'schema/01-a.sql',
      'migrations/0.10.0/0001-c.sql',
      'migrations/0.2.0/0001-b.sql',
      'triggers.sql',
    ];
    for (const file of files) await writeFile(join(folder, file), '');
    const root = pathToFileURL(`${folder}/`);
    expect((await readShipped(root)).migrations.map(({ name }) => name)).toEqual([
      'schema/01-a.sql',
      'migrations/0.2.0/0001-b.sql',
      'migrations/0.10.0/0001-c.sql',
    ]);
    await writeFile(join(folder, 'migrations/0001-stray.sql'), '');
    await expect(readShipped(root)).rejects.toThrow('migrations/0001-stray.sql belongs to no release');
    await rm(join(folder, 'migrations/0001-stray.sql'));
    await writeFile(join(folder, 'schema/1-one.sql'), '');
    await expect(readShipped(root)).rejects.toThrow('Invalid name schema/1-one.sql');
    await rm(folder, { recursive: true });
  });
});
