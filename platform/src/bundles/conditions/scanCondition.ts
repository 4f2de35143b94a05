import type { ConditionState, PromotionConditions } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { currentScans, type ScanRow, scanColumn, vulnerabilitiesOf } from '../../packages/scans.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { containedPackages, fromPackages, versionKey } from '../packages/containedPackages.ts';

type ScanState = NonNullable<ConditionState['scan']>;
type Severity = ScanState['severity'];

/** Maximum listed package versions. */
const maxLines = 100;

interface Row extends Record<string, unknown> {
  name: string;
  version: string;
  scan: ScanRow;
  /** Licenses that violate the policy. */
  licenses: string[];
}

/**
 * Compares the package versions of a bundle with the severity. Files that belong to no package
 * version are not considered. Vulnerabilities of unknown severity count as unscanned.
 */
export async function scanStateOf(
  artifacts: readonly HeldArtifact[],
  { severity, allowUnscanned }: PromotionConditions,
): Promise<ScanState | null> {
  if (severity === null) return null;
  const severe = severities.slice(0, severities.indexOf(severity) + 1);
  const { on, rows } = await scansOf(artifacts, severe);
  const failing: ScanState['lines'] = [];
  const unscanned: ScanState['lines'] = [];
  for (const row of rows) {
    const { name, version } = row;
    const found = findingsOf(row, severe);
    const unknown = on ? unknownOf(row) : 'Scanning is off';
    if (found !== '') failing.push({ package: name, version, why: found });
    else if (unknown !== '') unscanned.push({ package: name, version, why: unknown });
  }
  const blocking = allowUnscanned ? failing : [...failing, ...unscanned];
  return {
    ...{ severity, allowUnscanned, met: blocking.length === 0 },
    ...{ failing: failing.length, unscanned: unscanned.length, lines: blocking.slice(0, maxLines) },
  };
}

async function scansOf(
  artifacts: readonly HeldArtifact[],
  severe: readonly string[],
): Promise<{ on: boolean; rows: Row[] }> {
  const scans = await currentScans();
  const packages = containedPackages(artifacts);
  const versions = [...new Map(packages.map((each) => [versionKey(each), each])).values()];
  const { rows } = await db().execute<Row>(sql`
    SELECT a.name, a.version,
      ${scanColumn({ packageId: sql`p.id`, version: sql`a.version`, type: sql`a.type` }, scans)},
      ARRAY(SELECT o.subject FROM violations o WHERE o.package_id = p.id AND o.version = a.version
        AND o.kind = 'license' AND o.severity = ANY(${sql.param([...severe])}::text[]) ORDER BY o.subject) AS licenses
    FROM ${fromPackages(versions)} ORDER BY a.name, a.version`);
  return { on: scans.on, rows };
}

/** Returns the findings of these severities in words; empty if there are none. */
function findingsOf({ scan, licenses }: Row, severe: readonly string[]): string {
  const counts = vulnerabilitiesOf(scan);
  const found = severe.flatMap((severity) => {
    const count = counts?.[severity as Severity] ?? 0;
    return count > 0 ? [`${count} ${severity}`] : [];
  });
  const violations = licenses.map((license) =>
    license === '' ? 'license unknown' : `license ${license} violates the policy`,
  );
  return [...(found.length > 0 ? [`Vulnerabilities: ${found.join(', ')}`] : []), ...violations].join('; ');
}

/** Returns why vulnerabilities are unknown; empty if they are known. */
function unknownOf({ scan }: Row): string {
  const counts = vulnerabilitiesOf(scan);
  if (!counts) return 'Not scanned';
  const { unknown = 0, skipped = 0 } = counts;
  const count = unknown + skipped;
  return count === 0
    ? ''
    : `${count} ${count === 1 ? 'vulnerability' : 'vulnerabilities'} of unknown severity`;
}
