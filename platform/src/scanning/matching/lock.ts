import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Arbitrary unique number. */
const scanningLock = 5_000_001;

/**
 * Prevents concurrent changes of advisories and concurrent scans until the current transaction
 * ends. Otherwise a scan could miss an advisory that is being changed, and a change could miss a
 * package that is being scanned for the first time.
 */
export async function lockScanning(): Promise<void> {
  await db().execute(sql`SELECT pg_advisory_xact_lock(${scanningLock})`);
}
