import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { versionsToScan } from './versionsToScan.ts';

/**
 * Matches versions against advisories, in the current transaction, and stores the findings and
 * their counts by severity. `given`: as for `versionsToScan`. The database compares the versions
 * with ranges of sort keys by index, because a scan has thousands of versions.
 */
export async function findAdvisories(given: SQL): Promise<void> {
  // A plan from before ANALYZE would read the whole tables.
  await db().execute(sql`SET LOCAL enable_seqscan = off`);
  for (const table of [sql`version_findings`, sql`version_scans`]) {
    await db().execute(sql`
      DELETE FROM ${table} f USING unnest(${given}) AS t (package_id, key, name)
      WHERE f.package_id = t.package_id AND (t.name IS NULL OR f.version = t.name)`);
  }
  await db().execute(matching(given));
  await noteFound(given);
  await db().execute(sql`SET LOCAL enable_seqscan TO DEFAULT`);
}

/**
 * Stores when vulnerabilities were first found, and deletes entries that no version has any more.
 */
async function noteFound(given: SQL): Promise<void> {
  const packages = sql`(SELECT DISTINCT t.package_id FROM unnest(${given}) AS t (package_id, key, name))`;
  await db().execute(sql`
    INSERT INTO found_vulnerabilities (package_id, advisory)
    SELECT DISTINCT s.package_id, s.advisory
    FROM version_findings s WHERE s.package_id IN ${packages} AND s.severity <> 'skipped'
    ON CONFLICT DO NOTHING`);
  await db().execute(sql`
    DELETE FROM found_vulnerabilities f WHERE f.package_id IN ${packages} AND NOT EXISTS (
      SELECT FROM version_findings s
      WHERE s.package_id = f.package_id AND s.advisory = f.advisory AND s.severity <> 'skipped')`);
}

function matching(given: SQL): SQL {
  return sql`
    WITH found AS (
      INSERT INTO version_findings (package_id, version, advisory, severity, fixed)
      SELECT DISTINCT ON (v.package_id, v.version, r.advisory) v.package_id, v.version, r.advisory,
        CASE WHEN r.skipped THEN 'skipped' ELSE a.severity END, r.fixed
      FROM ${versionsToScan(given)} v JOIN scanned_packages s ON s.package_id = v.package_id
      JOIN advisory_ranges r ON r.type = s.type AND r.name = s.name
        AND (v.sort_key > r.from_key OR (r.from_included AND v.sort_key = r.from_key))
        AND (r.to_key IS NULL OR v.sort_key < r.to_key OR (r.to_included AND v.sort_key = r.to_key))
      JOIN advisories a ON a.id = r.advisory
      ORDER BY v.package_id, v.version, r.advisory, r.skipped, r.to_key
      RETURNING package_id, version, advisory, severity
    ), counted AS (
      -- Two databases that know the same vulnerability are one finding, of the higher severity.
      SELECT DISTINCT ON (f.package_id, f.version, a.vulnerability) f.package_id, f.version, f.severity
      FROM found f JOIN advisories a ON a.id = f.advisory
      ORDER BY f.package_id, f.version, a.vulnerability,
        array_position(ARRAY['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped'], f.severity)
    )
    INSERT INTO version_scans (package_id, version, critical, high, medium, low, info, unknown, skipped)
    SELECT package_id, version, count(*) FILTER (WHERE severity = 'critical'), count(*) FILTER (WHERE severity = 'high'),
      count(*) FILTER (WHERE severity = 'medium'), count(*) FILTER (WHERE severity = 'low'),
      count(*) FILTER (WHERE severity = 'info'), count(*) FILTER (WHERE severity = 'unknown'),
      count(*) FILTER (WHERE severity = 'skipped')
    FROM counted GROUP BY package_id, version`;
}
