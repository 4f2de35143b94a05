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
