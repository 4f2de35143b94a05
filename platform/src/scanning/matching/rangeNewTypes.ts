import { sql } from 'drizzle-orm';
import type { Affected } from '../../advisories/Advisory.ts';
import { scannableTypes } from '../../advisories/ecosystems.ts';
import { db, transaction } from '../../database/db.ts';
import { writeRanges } from '../advisories/saveAdvisories.ts';
import { lockScanning } from './lock.ts';
import { queueAffected } from './scanQueue.ts';

const atOnce = 500;

/**
 * Works out the ranges of advisories whose ecosystem had no format here when they were imported, and of those that an earlier release
 * kept without. Gives how many.
 */
export async function rangeNewTypes(): Promise<number> {
  const ecosystems = sql.param([...new Set(scannableTypes().map(({ ecosystem }) => ecosystem))]);
  const waiting = sql`
    SELECT advisory, ecosystem, name, affected FROM advisory_packages
    WHERE ranged IS NULL AND ecosystem = ANY(${ecosystems}::text[]) LIMIT ${atOnce}`;
  const { rows: some } = await db().execute(sql`SELECT EXISTS (${waiting}) AS some`);
  if (!some[0]?.some) return 0;
  return transaction(async () => {
    await lockScanning();
    const { rows } = await db().execute<{
      advisory: string;
      ecosystem: string;
      name: string;
      affected: Affected[];
    }>(waiting);
    await writeRanges(rows);
    await queueAffected([...new Set(rows.map(({ advisory }) => advisory))]);
    return rows.length;
  });
}
