-- A page of the list is read from its listings alone: whether the version that each shows is deprecated stands there too.
ALTER TABLE package_listings ADD COLUMN deprecated boolean NOT NULL DEFAULT false;
UPDATE package_listings l SET deprecated = true FROM versions v
WHERE v.deprecated IS NOT NULL AND v.package_id = l.package_id AND v.sort_key = l.latest_key AND v.name = l.latest_version
  AND l.repo IN (v.repo, '*');

-- Sums up a package's versions, for the repository and over all, as docs/adr/0002 says. The caller holds the package's row.
CREATE OR REPLACE FUNCTION refresh_listing(given_package bigint, given_repo text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH written AS (
    INSERT INTO package_listings (package_id, repo, type, name, name_lower, created, modified, downloads, versions_count,
      latest_version, latest_key, description, licenses, tags, deprecated)
    SELECT p.id, scope.repo, p.type, p.name, p.name_lower, summed.created, summed.modified, summed.downloads,
      summed.versions, latest.name, latest.sort_key, details.description, latest.licenses,
      coalesce(details.keywords, '{}'),
      EXISTS (SELECT FROM versions d WHERE d.package_id = p.id AND d.sort_key = latest.sort_key AND d.name = latest.name
        AND d.deprecated IS NOT NULL AND (scope.repo = '*' OR d.repo = scope.repo))
    FROM packages p
    CROSS JOIN (VALUES (given_repo), ('*')) AS scope (repo)
    CROSS JOIN LATERAL (
      SELECT min(v.created) AS created, max(v.modified) AS modified, sum(v.downloads) AS downloads,
        count(DISTINCT v.name) AS versions
      FROM versions v WHERE v.package_id = p.id AND (scope.repo = '*' OR v.repo = scope.repo)
    ) summed
    CROSS JOIN LATERAL (
      SELECT v.id, v.name, v.sort_key, v.licenses FROM versions v
      LEFT JOIN package_tags t
        ON t.package_id = p.id AND t.repo = v.repo AND t.tag = 'latest' AND t.version = v.name
      WHERE v.package_id = p.id AND (scope.repo = '*' OR v.repo = scope.repo)
      ORDER BY (t.version IS NULL), v.prerelease, v.sort_key DESC, v.name, v.repo LIMIT 1
    ) latest
    LEFT JOIN version_details details ON details.version_id = latest.id
    WHERE p.id = given_package
    ON CONFLICT (package_id, repo) DO UPDATE
    SET created = excluded.created, modified = excluded.modified, downloads = excluded.downloads,
      versions_count = excluded.versions_count, latest_version = excluded.latest_version,
      latest_key = excluded.latest_key, description = excluded.description, licenses = excluded.licenses,
      tags = excluded.tags, deprecated = excluded.deprecated
    RETURNING repo, type, (xmax = 0) AS inserted
  )
  INSERT INTO package_counts AS c (repo, type, slot, packages)
  SELECT repo, type, pg_backend_pid() % 16, 1 FROM written WHERE inserted
  ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages;
END $$;
