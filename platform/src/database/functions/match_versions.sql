-- Matches versions with the advisories; stores findings and their counts by severity. In SQL, because a scan
-- compares thousands of versions with ranges of sort keys by index. Called by
-- scanning/matching/matchTargets.ts.
CREATE OR REPLACE FUNCTION match_versions(packages bigint[], keys text[], names text[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM version_findings f USING unnest(packages, names) AS t (package_id, name)
  WHERE f.package_id = t.package_id AND (t.name IS NULL OR f.version = t.name);
  DELETE FROM version_scans s USING unnest(packages, names) AS t (package_id, name)
  WHERE s.package_id = t.package_id AND (t.name IS NULL OR s.version = t.name);

  WITH found AS (
    INSERT INTO version_findings (package_id, version, advisory, severity, fixed)
    SELECT DISTINCT ON (v.package_id, v.version, r.advisory) v.package_id, v.version, r.advisory,
      CASE WHEN r.skipped THEN 'skipped' ELSE a.severity END, r.fixed
    FROM versions_to_scan(packages, keys, names) v JOIN scanned_packages s ON s.package_id = v.package_id
    JOIN advisory_ranges r ON r.type = s.type AND r.name = s.name
      AND (v.sort_key > r.from_key OR (r.from_included AND v.sort_key = r.from_key))
      AND (r.to_key IS NULL OR v.sort_key < r.to_key OR (r.to_included AND v.sort_key = r.to_key))
    JOIN advisories a ON a.id = r.advisory
    ORDER BY v.package_id, v.version, r.advisory, r.skipped, r.to_key
    RETURNING package_id, version, advisory, severity
  ), counted AS (
    -- Two databases that know the same vulnerability are one finding, of the graver severity.
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
  FROM counted GROUP BY package_id, version;
END $$;
