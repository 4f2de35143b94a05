import type { LicenseVerdict, ScanPolicy } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { severities } from '../../advisories/severities.ts';
import { db } from '../../database/db.ts';
import { announce, announcing, isAnnounced } from '../../events/announce.ts';
import type { FactsByType } from '../../events/Event.ts';
import { versionsToScan } from '../matching/versionsToScan.ts';
import { evaluateLicenses } from '../policy/evaluateLicenses.ts';
import { declares } from '../policy/mustDeclare.ts';
import { currentPolicy } from '../policy/scanPolicy.ts';

const severityOf: Readonly<Record<LicenseVerdict['reason'], string>> = {
  banned: 'high',
  unlisted: 'medium',
  unknown: 'low',
  missing: 'low',
};

/** Stores policy violations of the versions. Existing violations keep their detection time. */
export async function writeViolations(given: SQL): Promise<void> {
  const policy = await currentPolicy();
  if (!policy.licenses.enabled && policy.security.minSeverity === null) return forget(given);
  await announcing('policy.violation', async () => {
    const found = await writeFound(policy, given);
    announce('policy.violation', () => found);
  });
}

type Violation = FactsByType['policy.violation'];

/** Returns new violations if they have subscribers. */
async function writeFound(policy: ScanPolicy, given: SQL): Promise<Violation[]> {
  const judged = JSON.stringify(await evaluatedLicenses(policy, given));
  const grave = gravest(policy);
  const { rows } = await db().execute<Violation & Record<string, unknown>>(sql`
    WITH meant AS MATERIALIZED (SELECT * FROM ${versionsToScan(given)} each),
    judged AS (
      SELECT * FROM json_to_recordset(${judged}::json) AS g (licenses jsonb, license text, reason text, severity text)
    ),
    broken AS MATERIALIZED (
      SELECT DISTINCT m.package_id, m.version, 'license' AS kind, j.license AS subject, j.severity, j.reason
      FROM meant m JOIN versions v ON v.package_id = m.package_id AND v.sort_key = m.sort_key AND v.name = m.version
      JOIN packages p ON p.id = v.package_id
      JOIN judged j ON j.licenses = to_jsonb(v.licenses) AND (j.reason <> 'missing' OR ${declares(policy.licenses)})
      UNION ALL
      SELECT f.package_id, f.version, 'security', f.advisory, f.severity, ''
      FROM meant m JOIN version_findings f ON f.package_id = m.package_id AND f.version = m.version
      WHERE f.severity = ANY(${sql.param(grave)}::text[])
    ),
    kept AS (
      INSERT INTO violations (package_id, version, kind, subject, severity, reason) SELECT * FROM broken
      ON CONFLICT (package_id, version, kind, subject) DO UPDATE SET severity = excluded.severity, reason = excluded.reason
      WHERE (violations.severity, violations.reason) <> (excluded.severity, excluded.reason)
      RETURNING package_id, version, kind, subject, severity, xmax = 0 AS is_new
    ),
    gone AS (
      DELETE FROM violations o USING unnest(${given}) AS t (package_id, key, name)
      WHERE o.package_id = t.package_id AND (t.name IS NULL OR o.version = t.name)
        AND NOT EXISTS (SELECT FROM broken b WHERE (b.package_id, b.version, b.kind, b.subject)
          = (o.package_id, o.version, o.kind, o.subject))
    )
    SELECT p.type AS "packageType", p.name AS "packageName", k.version, k.kind, k.subject, k.severity
    FROM kept k JOIN packages p ON p.id = k.package_id WHERE k.is_new AND ${isAnnounced('policy.violation')}`);
  return rows;
}

async function forget(given: SQL): Promise<void> {
  await db().execute(sql`
    DELETE FROM violations o USING unnest(${given}) AS t (package_id, key, name)
    WHERE o.package_id = t.package_id AND (t.name IS NULL OR o.version = t.name)`);
}

function gravest({ security: { minSeverity } }: ScanPolicy): string[] {
  return minSeverity === null ? [] : severities.slice(0, severities.indexOf(minSeverity) + 1);
}

/** Evaluates each distinct set of licenses once. */
async function evaluatedLicenses({ licenses: policy }: ScanPolicy, given: SQL) {
  if (!policy.enabled) return [];
  const { rows } = await db().execute<{ licenses: string[] }>(sql`
    SELECT DISTINCT v.licenses FROM ${versionsToScan(given)} m
    JOIN versions v ON v.package_id = m.package_id AND v.sort_key = m.sort_key AND v.name = m.version`);
  return rows.flatMap(({ licenses }) =>
    evaluateLicenses(policy, licenses).map(({ license, reason }) => ({
      ...{ licenses, license, reason },
      severity: severityOf[reason],
    })),
  );
}
