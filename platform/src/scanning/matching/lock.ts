import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Any number that no other lock of ours has. */
const scanningLock = 5_000_001;

/**
 * Until the current transaction ends, nobody else changes advisories or matches: who matched with what is just being changed would
 * miss it, and whoever changes it would miss the package that is just being looked at for the first time.
 */
export async function lockScanning(): Promise<void> {
  await db().execute(sql`SELECT pg_advisory_xact_lock(${scanningLock})`);
}
