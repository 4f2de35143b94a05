-- Summarizes the versions of each package, per repository and over all, and stores the words of its
-- newest version for the search. The version shown is the
-- one tagged latest, or the newest release, or the newest prerelease. The caller must have locked
-- the rows of the packages. Called by packages/listings.ts and index_versions. In SQL, because it
-- is a part of index_versions (ADR 0008).
CREATE OR REPLACE FUNCTION refresh_listings(given_packages bigint[], given_repos text[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH written AS (
    INSERT INTO package_listings (package_id, repo, type, name, name_lower, created, modified, downloads, versions_count,
      latest_version, latest_key, description, licenses, tags, deprecated, released)
    SELECT p.id, scope.repo, p.type, p.name, p.name_lower, summed.created, summed.modified, summed.downloads,
      summed.versions, latest.name, latest.sort_key, details.description, latest.licenses,
      coalesce(details.keywords, '{}'),
      (SELECT true FROM versions d WHERE d.package_id = p.id AND d.sort_key = latest.sort_key AND d.name = latest.name
        AND d.deprecated IS NOT NULL AND (scope.repo = '*' OR d.repo = scope.repo) LIMIT 1) IS NOT NULL,
      summed.released
    FROM (
      SELECT DISTINCT each.package_id, each.repo
      FROM unnest(given_packages, given_repos) AS g (package_id, repo)
      CROSS JOIN LATERAL (VALUES (g.package_id, g.repo), (g.package_id, '*')) AS each (package_id, repo)
    ) scope
    CROSS JOIN LATERAL (SELECT * FROM packages p WHERE p.id = scope.package_id LIMIT 1) p
    CROSS JOIN LATERAL (
      SELECT min(v.created) AS created, max(v.modified) AS modified, max(v.created) AS released,
        sum(v.downloads) AS downloads, count(DISTINCT v.name) AS versions
      FROM versions v WHERE v.package_id = p.id AND (scope.repo = '*' OR v.repo = scope.repo)
    ) summed
    CROSS JOIN LATERAL (
      SELECT v.id, v.name, v.sort_key, v.licenses FROM versions v
      WHERE v.package_id = p.id AND (scope.repo = '*' OR v.repo = scope.repo)
      ORDER BY (
        SELECT true FROM package_tags t
        WHERE t.package_id = p.id AND t.repo = v.repo AND t.tag = 'latest' AND t.version = v.name LIMIT 1
      ) IS NULL, v.prerelease, v.sort_key DESC, v.name, v.repo LIMIT 1
    ) latest
    LEFT JOIN LATERAL (SELECT * FROM version_details d WHERE d.version_id = latest.id LIMIT 1) details ON true
    ON CONFLICT (package_id, repo) DO UPDATE
    SET created = excluded.created, modified = excluded.modified, downloads = excluded.downloads,
      versions_count = excluded.versions_count, latest_version = excluded.latest_version,
      latest_key = excluded.latest_key, description = excluded.description, licenses = excluded.licenses,
      tags = excluded.tags, deprecated = excluded.deprecated, released = excluded.released
    RETURNING package_id, repo, type, name_lower, latest_version, description, tags, (xmax = 0) AS inserted
  ), worded AS (
    INSERT INTO package_words (package_id, repo, words)
    SELECT w.package_id, w.repo, w.words FROM (
      SELECT written.package_id, written.repo, words_of(written.name_lower, written.tags, written.description, (
        SELECT substring(left(d.readme, 300) FROM '^\s*#{1,2} +([^\n]+)') FROM versions v JOIN version_details d ON d.version_id = v.id
        WHERE v.package_id = written.package_id AND v.repo = written.repo AND v.name = written.latest_version LIMIT 1)) AS words
      FROM written WHERE written.repo <> '*' OFFSET 0
    ) w
    -- Only changed words are written: most versions keep the description of the version before.
    ON CONFLICT (package_id, repo) DO UPDATE SET words = excluded.words WHERE package_words.words <> excluded.words
  )
  INSERT INTO package_counts AS c (repo, type, slot, packages)
  SELECT repo, type, pg_backend_pid() % 16, count(*) FROM written WHERE inserted GROUP BY repo, type ORDER BY repo = '*', repo, type
  ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages;
END $$;
