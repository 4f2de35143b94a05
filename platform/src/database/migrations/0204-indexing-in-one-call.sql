-- Publishing is one call of index_version instead of a dozen: no trip between, and each statement is planned once for a connection.

-- The package's row, locked until the transaction ends; new if there is none.
CREATE FUNCTION ensure_package(given_type text, given_name text, given_lower text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  found_id bigint;
BEGIN
  LOOP
    SELECT id INTO found_id FROM packages WHERE type = given_type AND name = given_name FOR NO KEY UPDATE;
    IF FOUND THEN RETURN found_id; END IF;
    INSERT INTO packages (type, name, name_lower) VALUES (given_type, given_name, given_lower)
    ON CONFLICT (type, name) DO NOTHING RETURNING id INTO found_id;
    IF FOUND THEN RETURN found_id; END IF;
    -- Somebody added it in between, or removes it: look again.
  END LOOP;
END $$;

-- Sums up a package's versions, for the repository and over all, as docs/adr/0002 says. The caller holds the package's row.
CREATE FUNCTION refresh_listing(given_package bigint, given_repo text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH written AS (
    INSERT INTO package_listings (package_id, repo, type, name_lower, created, modified, downloads, versions_count,
      latest_version, latest_key, description, licenses, tags)
    SELECT p.id, scope.repo, p.type, p.name_lower, summed.created, summed.modified, summed.downloads, summed.versions,
      latest.name, latest.sort_key, details.description, latest.licenses, coalesce(details.keywords, '{}')
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
      tags = excluded.tags
    RETURNING repo, type, (xmax = 0) AS inserted
  )
  INSERT INTO package_counts AS c (repo, type, slot, packages)
  SELECT repo, type, pg_backend_pid() % 16, 1 FROM written WHERE inserted
  ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages;
END $$;

-- Puts a version into the index, or makes the index say what is given. Gives the first path that the repository has not.
CREATE FUNCTION index_version(
  given_repo text, given_type text, given_name text, given_lower text, given_version text, given_key text,
  is_prerelease boolean, given_created timestamptz, given_size bigint, given_lead text, given_paths text[],
  given_licenses text[], given_deprecated text, given_description text, given_keywords text[],
  given_dependencies jsonb, given_dev_dependencies jsonb, given_readme text, given_tags text[]
) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  of_package bigint := ensure_package(given_type, given_name, given_lower);
  of_version bigint;
  file_ids bigint[];
  missing text;
BEGIN
  SELECT array_agg(f.id), min(g.path) FILTER (WHERE f.id IS NULL) INTO file_ids, missing
  FROM unnest(given_paths) AS g (path) LEFT JOIN files f ON f.repo = given_repo AND f.path = g.path;
  IF missing IS NOT NULL THEN RETURN missing; END IF;

  -- modified moves only when something changed.
  INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses,
    deprecated)
  VALUES (of_package, given_repo, given_version, given_key, is_prerelease, given_created, given_created, given_size,
    given_lead, given_licenses, given_deprecated)
  ON CONFLICT (package_id, sort_key, name, repo) DO UPDATE
  SET size = excluded.size, lead_path = excluded.lead_path, licenses = excluded.licenses,
    deprecated = excluded.deprecated,
    modified = CASE WHEN (v.size, v.lead_path, v.licenses, v.deprecated) IS DISTINCT FROM
      (excluded.size, excluded.lead_path, excluded.licenses, excluded.deprecated)
      THEN greatest(now(), v.modified) ELSE v.modified END
  RETURNING id INTO of_version;

  INSERT INTO version_details (version_id, description, keywords, dependencies, dev_dependencies, readme)
  VALUES (of_version, given_description, given_keywords, given_dependencies, given_dev_dependencies, given_readme)
  ON CONFLICT (version_id) DO UPDATE
  SET description = excluded.description, keywords = excluded.keywords, dependencies = excluded.dependencies,
    dev_dependencies = excluded.dev_dependencies, readme = excluded.readme;

  DELETE FROM version_files WHERE version_id = of_version AND file_id <> ALL (file_ids);
  INSERT INTO version_files (version_id, file_id) SELECT of_version, unnest(file_ids) ON CONFLICT DO NOTHING;

  IF cardinality(given_tags) > 0 THEN
    INSERT INTO package_tags (package_id, repo, tag, version)
    SELECT of_package, given_repo, tag, given_version FROM unnest(given_tags) AS tag
    ON CONFLICT (package_id, repo, tag) DO UPDATE SET version = excluded.version;
  END IF;

  PERFORM refresh_listing(of_package, given_repo);
  RETURN NULL;
END $$;
