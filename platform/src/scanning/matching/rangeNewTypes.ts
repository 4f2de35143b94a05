import { sql } from 'drizzle-orm';
import type { Affected } from '../../advisories/Advisory.ts';
import { scannableTypes } from '../../advisories/ecosystems.ts';
import { db, transaction } from '../../database/db.ts';
import { writeRanges } from '../advisories/saveAdvisories.ts';
import { lockScanning } from './lock.ts';
import { queueAffected } from './scanQueue.ts';

const atOnce = 500;

function waitingAdvisories() {
  const ecosystems = sql.param([...new Set(scannableTypes().map(({ ecosystem }) => ecosystem))]);
  return sql`
    SELECT advisory, ecosystem, name, affected FROM advisory_packages
    WHERE ranged IS NULL AND ecosystem = ANY(${ecosystems}::text[]) LIMIT ${atOnce}`;
}

/** Whether there are advisories for `rangeNewTypes`. */
export async function hasNewTypes(): Promise<boolean> {
  const { rows } = await db().execute<{ some: boolean }>(sql`SELECT EXISTS (${waitingAdvisories()}) AS some`);
  return rows[0]?.some ?? false;
}

/**
 * Computes the ranges of advisories whose ecosystem had no format here when they were imported, and
 * of those that an earlier release stored without them. Returns how many.
 */
export async function rangeNewTypes(): Promise<number> {
  if (!(await hasNewTypes())) return 0;
  return transaction(async () => {
    await lockScanning();
    const { rows } = await db().execute<{
      advisory: string;
      ecosystem: string;
      name: string;
      affected: Affected[];
    }>(waitingAdvisories());
    await writeRanges(rows);
    await queueAffected([...new Set(rows.map(({ advisory }) => advisory))]);
    return rows.length;
  });
}
