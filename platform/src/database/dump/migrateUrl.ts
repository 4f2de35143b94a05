import pg from 'pg';
import { migrate, type Shipped } from '../migrate.ts';

/** Migrates a database that no storage has open. */
export async function migrateUrl(url: string, shipped: Shipped): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  try {
    await migrate(pool, shipped);
  } finally {
    await pool.end();
  }
}
