import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/testDatabase.ts';
import { leftOutOfBackups } from './tables.ts';

it('tables of backups refer to no table that backups leave out: such rows could not be restored', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT DISTINCT conrelid::regclass::text AS restored, confrelid::regclass::text AS missing
      FROM pg_constraint WHERE contype = 'f' AND confrelid::regclass::text = ANY ($1)
        AND conrelid::regclass::text <> ALL ($1)`,
      [leftOutOfBackups],
    );
    expect(rows).toEqual([]);
    const existing = await client.query(`SELECT relname FROM pg_class WHERE relname = ANY ($1)`, [
      leftOutOfBackups,
    ]);
    expect(existing.rowCount).toBe(leftOutOfBackups.length);
  } finally {
    await client.end();
    await database.drop();
  }
});
