import type { BundlePackage, ScanKnowledge } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import {
  currentScans,
  isWaiting,
  type ScanRow,
  scanColumn,
  typesWithFindings,
  vulnerabilitiesOf,
} from '../../packages/scans.ts';
import { type ContainedPackage, fromPackages } from './containedPackages.ts';

interface Row extends Record<string, unknown> {
  licenses: string[];
  waiting: boolean;
  scan: ScanRow;
}

/** Adds the licenses and the scan results to package versions, in the same order. */
export async function packageFacts(packages: readonly ContainedPackage[]): Promise<BundlePackage[]> {
  const scans = await currentScans();
  const of = { packageId: sql`p.id`, version: sql`a.version`, type: sql`a.type` };
  const { rows } = await db().execute<Row>(sql`
    SELECT ${isWaiting(of.packageId, of.version)} AS waiting, ${scanColumn(of, scans)},
      ARRAY(SELECT DISTINCT l FROM versions v, unnest(v.licenses) AS l
        WHERE v.package_id = p.id AND v.name = a.version AND v.repo = a.repo ORDER BY l) AS licenses
    FROM ${fromPackages(packages)} ORDER BY a.at`);
  // Versions of other types wait without ever being scanned.
  const scanned = new Set(typesWithFindings(scans));
  return packages.map((each, at): BundlePackage => {
    const { licenses = [], waiting = true, scan = null } = rows[at] ?? {};
    const vulnerabilities = scans.on ? vulnerabilitiesOf(scan) : null;
    const unknown = waiting && scanned.has(each.type) ? 'pending' : 'unknown';
    const known: ScanKnowledge = vulnerabilities ? 'known' : unknown;
    return { ...each, licenses, scan: scans.on ? known : 'off', vulnerabilities };
  });
}
