import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';

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

  it('applies each step once, in order', async () => {
    await migrate(pool, [first]);
    await migrate(pool, [first, second]);
    await migrate(pool, [first, second]);
    expect(await applied()).toEqual(['0001-one.sql', '0002-two.sql']);
    expect((await pool.query('SELECT * FROM one')).rowCount).toBe(2);
  });

  it('lets one of several nodes that start at once do it', async () => {
    const nodes = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: database.url }));
    await Promise.all(nodes.map((node) => migrate(node, [first, second])));
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
      await Promise.all(nodes.map((node) => migrate(node, [first, index, third])));
      expect(await applied()).toEqual(['0001-one.sql', '0002-index.concurrent.sql', '0003-three.sql']);
      expect((await pool.query('SELECT * FROM one')).rowCount).toBe(1);
    }
    await Promise.all(nodes.map((node) => node.end()));
  });

  it('lets two nodes bring an empty and an older database to the shipped state', async () => {
    const shipped = await readMigrations();
    const older = shipped.filter(({ name }) => name < '0720');
    const nodes = [1, 2].map(() => new pg.Pool({ connectionString: database.url }));
    await Promise.all(nodes.map((node) => migrate(node, older)));
    const told: string[] = [];
    await Promise.all(nodes.map((node) => migrate(node, shipped, (event) => told.push(event))));
    expect(await applied()).toEqual(shipped.map(({ name }) => name));
    expect(told).toEqual(['waiting for another node that migrates the database']);
    await Promise.all(nodes.map((node) => node.end()));
  });

  it('refuses a database that a newer version has migrated, and changes nothing', async () => {
    await migrate(pool, [first, second]);
    await expect(migrate(pool, [first, { name: '0003-three.sql', sql: 'DROP TABLE one' }])).rejects.toThrow(
      'The database was migrated by a newer version of Lading: this version does not know 0002-two.sql. Start that version',
    );
    expect(await applied()).toEqual(['0001-one.sql', '0002-two.sql']);
  });

  it('leaves nothing of a step that fails, names it and says why', async () => {
    const broken = { name: '0002-two.sql', sql: 'INSERT INTO one VALUES (1); SELECT nonsense' };
    await expect(migrate(pool, [first, broken])).rejects.toThrow(
      'Migration 0002-two.sql failed and was rolled back: column "nonsense" does not exist',
    );
    expect(await applied()).toEqual(['0001-one.sql']);
    expect((await pool.query('SELECT * FROM one')).rowCount).toBe(0);
  });

  it('builds an index beside the traffic, outside of a transaction', async () => {
    const index = {
      name: '0002-index.concurrent.sql',
      sql: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id)',
    };
    await migrate(pool, [first, index]);
    expect(await applied()).toContain('0002-index.concurrent.sql');
  });

  it('builds again an index that was broken off', async () => {
    await migrate(pool, [first]);
    await pool.query('INSERT INTO one VALUES (1), (1)');
    await expect(pool.query('CREATE UNIQUE INDEX CONCURRENTLY one_id ON one (id)')).rejects.toThrow();
    await pool.query('DELETE FROM one');
    const index = {
      name: '0002-index.concurrent.sql',
      sql: 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id)',
    };
    await migrate(pool, [first, index]);
    const { rows } = await pool.query(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = 'one_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('reads the shipped steps, and refuses a name that does not sort', async () => {
    expect((await readMigrations())[0]?.name).toBe('0001-blobs.sql');
    const folder = await mkdtemp(join(tmpdir(), 'lading-migrations-'));
    await writeFile(join(folder, '1-one.sql'), '');
    await expect(readMigrations(pathToFileURL(`${folder}/`))).rejects.toThrow(
      'Migration 1-one.sql is misnamed',
    );
    await rm(folder, { recursive: true });
  });
});
