import type { Vulnerabilities } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/** What there are results for. */
export interface Scans {
  /** Scanning is there, and the licence has it. */
  on: boolean;
  /** Types of packages that there are advisories for: others were not scanned. */
  types: ReadonlySet<string>;
  /** Types with advisories for single packages only: findings are known, but a version without findings was not scanned. */
  partial: ReadonlySet<string>;
}

/** Types of which findings are known. */
export function typesWithFindings({ types, partial }: Scans): string[] {
  return [...types, ...partial];
}

/** Scanning is above this layer, so `createPlatform` provides its state. */
export function currentScans(): Promise<Scans> {
  return currentPlatform().packages.scans();
}

/** Whether a version waits for its scan. */
export function isWaiting(packageId: SQL, version: SQL): SQL {
  return sql`(NOT EXISTS (SELECT FROM scanned_packages k WHERE k.package_id = ${packageId})
    OR EXISTS (SELECT FROM scan_queue q WHERE q.package_id = ${packageId} AND (q.version IS NULL OR q.version = ${version})))`;
}

/** Whether all vulnerabilities of a package are known: from imports for its type, or from the answer of an upstream. */
export function isCovered(packageId: SQL, type: SQL, { types }: Scans): SQL {
  return sql`(${type} = ANY(${sql.param([...types])}::text[])
    OR EXISTS (SELECT FROM upstream_checks u WHERE u.package_id = ${packageId} AND u.answered))`;
}

/** The counts of a version, by key: null while they are unknown. */
export function scanColumn(
  { packageId, version, type }: { packageId: SQL; version: SQL; type: SQL },
  scans: Scans,
): SQL {
  return sql`CASE WHEN ${isWaiting(packageId, version)} THEN NULL
    ELSE coalesce((SELECT ARRAY[s.critical, s.high, s.medium, s.low, s.info, s.unknown, s.skipped] FROM version_scans s
        WHERE s.package_id = ${packageId} AND s.version = ${version}
          AND s.critical + s.high + s.medium + s.low + s.info + s.unknown + s.skipped > 0),
      CASE WHEN ${isCovered(packageId, type, scans)} THEN '{0,0,0,0,0,0,0}'::integer[] END) END AS scan`;
}

/** What `scanColumn` gives. */
export type ScanRow = readonly number[] | null;

export function vulnerabilitiesOf(scan: ScanRow): Vulnerabilities | null {
  if (!scan) return null;
  const [critical = 0, high = 0, medium = 0, low = 0, info = 0, unknown = 0, skipped = 0] = scan;
  return { critical, high, medium, low, info, unknown, skipped };
}

/** The answer to a search by vulnerability without results of any scan: an empty list of vulnerable packages would look like a result. */
export function notScanned(types: readonly string[] = []): HttpError {
  const which = types.length > 0 ? ` of type ${types.join(', ')}` : '';
  return new HttpError(
    400,
    'NOT_SCANNED',
    `Vulnerabilities are unknown: no packages${which} are scanned. Import advisories for them first.`,
  );
}

/** The package or version without the scan result while scanning is off. */
export function asScanned<Node extends { vulnerabilities: Vulnerabilities | null; operationalRisk: unknown }>(
  node: Node,
  { on }: Scans,
): Node {
  return on ? node : { ...node, vulnerabilities: null, operationalRisk: null };
}
