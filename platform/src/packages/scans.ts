import type { Vulnerabilities } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

/** Availability of scan results. */
export interface Scans {
  /** Whether scanning is enabled and licensed. */
  on: boolean;
  /** Package types with imported advisories. Packages of other types are not scanned. */
  types: ReadonlySet<string>;
  /** Types with advisories for single packages only: versions without findings are not scanned. */
  partial: ReadonlySet<string>;
}

/** Returns the types that can have findings. */
export function typesWithFindings({ types, partial }: Scans): string[] {
  return [...types, ...partial];
}

/** Scanning is in a higher layer, so `createPlatform` provides its state. */
export function currentScans(): Promise<Scans> {
  return currentPlatform().packages.scans();
}

/** Whether a version is waiting for its scan. */
export function isWaiting(packageId: SQL, version: SQL): SQL {
  return sql`(NOT EXISTS (SELECT FROM scanned_packages k WHERE k.package_id = ${packageId})
    OR EXISTS (SELECT FROM scan_queue q WHERE q.package_id = ${packageId} AND (q.version IS NULL OR q.version = ${version})))`;
}

/**
 * Whether all vulnerabilities of a package are known: from imports for its type, or from an
 * upstream.
 */
export function isCovered(packageId: SQL, type: SQL, { types }: Scans): SQL {
  return sql`(${type} = ANY(${sql.param([...types])}::text[])
    OR EXISTS (SELECT FROM upstream_checks u WHERE u.package_id = ${packageId} AND u.answered))`;
}

/** Selects the vulnerability counts of a version, by key; null while they are unknown. */
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

/** Value of `scanColumn`. */
export type ScanRow = readonly number[] | null;

export function vulnerabilitiesOf(scan: ScanRow): Vulnerabilities | null {
  if (!scan) return null;
  const [critical = 0, high = 0, medium = 0, low = 0, info = 0, unknown = 0, skipped = 0] = scan;
  return { critical, high, medium, low, info, unknown, skipped };
}

/**
 * Error for a search by vulnerability without scan results: an empty list of vulnerable packages
 * would look like a result.
 */
export function notScanned(types: readonly string[] = []): HttpError {
  const which = types.length > 0 ? ` of type ${types.join(', ')}` : '';
  return new HttpError(
    400,
    'NOT_SCANNED',
    `Vulnerabilities are unknown: no packages${which} are scanned. Import advisories for them first.`,
  );
}

/** Hides the scan result while scanning is off. */
export function asScanned<Node extends { vulnerabilities: Vulnerabilities | null; operationalRisk: unknown }>(
  node: Node,
  { on }: Scans,
): Node {
  return on ? node : { ...node, vulnerabilities: null, operationalRisk: null };
}
