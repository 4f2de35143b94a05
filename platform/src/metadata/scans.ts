import type { Vulnerabilities } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { currentStorage } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';

/** What there are results for. */
export interface Scans {
  /** Scanning is there, and the licence has it. */
  on: boolean;
  /** Types of packages that there are advisories for: others were not scanned. */
  types: ReadonlySet<string>;
}

const known = new WeakMap<Storage, () => Promise<Scans>>();

/** To be called by whoever scans. */
export function useScans(storage: Storage, scans: () => Promise<Scans>): void {
  known.set(storage, scans);
}

export async function currentScans(): Promise<Scans> {
  return (await known.get(currentStorage())?.()) ?? { on: false, types: new Set() };
}

/** The counts of a version, by key: all zero where nothing was found, null while it waits to be looked at. */
export function scanColumn(packageId: SQL, version: SQL): SQL {
  return sql`CASE WHEN NOT EXISTS (SELECT FROM scanned_packages k WHERE k.package_id = ${packageId})
      OR EXISTS (SELECT FROM scan_queue q WHERE q.package_id = ${packageId} AND (q.version IS NULL OR q.version = ${version}))
    THEN NULL
    ELSE coalesce((SELECT ARRAY[s.critical, s.high, s.medium, s.low, s.info, s.unknown, s.skipped] FROM version_scans s
      WHERE s.package_id = ${packageId} AND s.version = ${version}), '{0,0,0,0,0,0,0}') END AS scan`;
}

/** What `scanColumn` gives. */
export type ScanRow = readonly number[] | null;

export function vulnerabilitiesOf(scan: ScanRow): Vulnerabilities | null {
  if (!scan) return null;
  const [critical = 0, high = 0, medium = 0, low = 0, info = 0, unknown = 0, skipped = 0] = scan;
  return { critical, high, medium, low, info, unknown, skipped };
}

/** The package or version with what may be shown of its scan. */
export function asScanned<Node extends { vulnerabilities: Vulnerabilities | null; operationalRisk: unknown }>(
  node: Node,
  type: string,
  { on, types }: Scans,
): Node {
  if (!on) return { ...node, vulnerabilities: null, operationalRisk: null };
  return types.has(type) ? node : { ...node, vulnerabilities: null };
}
