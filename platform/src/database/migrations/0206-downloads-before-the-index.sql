-- A package of an upstream is sent to its first client before it is in the index: that download counts too.
CREATE OR REPLACE FUNCTION index_version(
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
  fetched bigint;
BEGIN
  SELECT array_agg(f.id), min(g.path) FILTER (WHERE f.id IS NULL) INTO file_ids, missing
  FROM unnest(given_paths) AS g (path) LEFT JOIN files f ON f.repo = given_repo AND f.path = g.path;
  IF missing IS NOT NULL THEN RETURN missing; END IF;

  -- Held, so that a download is counted either here or by whoever counts downloads after this.
  SELECT f.downloads INTO fetched FROM files f WHERE f.repo = given_repo AND f.path = given_lead FOR NO KEY UPDATE;

  -- modified moves only when something changed.
  INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses,
    deprecated, downloads)
  VALUES (of_package, given_repo, given_version, given_key, is_prerelease, given_created, given_created, given_size,
    given_lead, given_licenses, given_deprecated, coalesce(fetched, 0))
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
