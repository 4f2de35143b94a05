import type { Vulnerabilities } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { currentScans, type ScanRow, scanColumn, vulnerabilitiesOf } from '../../packages/scans.ts';
import { keyOf, type NamedVersion } from '../storedVersions.ts';

export interface ScanCounts {
  counts: Vulnerabilities;
  total: number;
}

/**
 * Counts the vulnerabilities of versions that the caller can read, by `keyOf`. Versions with
 * unknown vulnerabilities are absent.
 */
export async function scansOf(
  type: string,
  versions: readonly NamedVersion[],
): Promise<Map<string, ScanCounts>> {
  const found = new Map<string, ScanCounts>();
  const scans = await currentScans();
  if (!scans.on || versions.length === 0) return found;
  const of = { packageId: sql`p.id`, version: sql`w.version COLLATE "C"`, type: sql`p.type` };
  const { rows } = await db().execute<NamedVersion & { scan: ScanRow } & Record<string, unknown>>(sql`
    SELECT w.name, w.version, ${scanColumn(of, scans)}
    FROM unnest(${sql.param(versions.map(({ name }) => name))}::text[], ${sql.param(versions.map(({ version }) => version))}::text[])
        AS w (name, version) JOIN packages p ON p.type = ${type} AND p.name = w.name COLLATE "C"`);
  for (const { scan, ...version } of rows) {
    const counts = vulnerabilitiesOf(scan);
    if (counts)
      found.set(keyOf(version), { counts, total: Object.values(counts).reduce((sum, n) => sum + n, 0) });
  }
  return found;
}
