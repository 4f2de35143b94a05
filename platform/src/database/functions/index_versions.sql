-- Adds versions to the index, or updates them. Must not get two of one repository and package.
-- Returns the position of each in the list, its package, and whether to scan it, because it is new or
-- has other licenses.
-- Called by packages/indexing.ts and publish_npm_versions. In SQL, because npm's publishes are
-- stored by one statement: separate statements take 0.95 ms of database CPU per publish instead of
-- 0.65 (ADR 0008).
CREATE OR REPLACE FUNCTION index_versions(given version_to_index[]) RETURNS TABLE (place bigint, package_id bigint, to_scan boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  all_held boolean := false;
  absent_repo text;
  absent_path text;
  fetched bigint[];
  package_ids bigint[];
  scans boolean[];
  -- Versions that were indexed before with other dependencies.
  changed_packages bigint[];
  changed_repos text[];
  changed_versions text[];
BEGIN
  WHILE NOT all_held LOOP
    INSERT INTO packages (type, name, name_lower)
    SELECT DISTINCT ON (g.type, g.name) g.type, g.name, g.lower_name FROM unnest(given) g
    WHERE (SELECT true FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1) IS NULL
    ORDER BY g.type, g.name
    ON CONFLICT (type, name) DO NOTHING;
    -- Changes of versions, tags, or listings lock the row of the package. It may have been deleted
    -- concurrently, so try again.
    SELECT bool_and(p.id IS NOT NULL) INTO all_held
    FROM (SELECT DISTINCT g.type, g.name FROM unnest(given) g ORDER BY g.type, g.name) g
    LEFT JOIN LATERAL (SELECT p.id FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1 FOR NO KEY UPDATE) p ON true;
  END LOOP;

  -- The leading files are locked, so that a concurrent download is counted exactly once: here, or
  -- by the counter afterwards.
  SELECT array_agg(coalesce(lead.downloads, 0) ORDER BY g.ordinality), min(g.repo) FILTER (WHERE absent.path IS NOT NULL),
    min(absent.path) INTO fetched, absent_repo, absent_path
  FROM unnest(given) WITH ORDINALITY g
  LEFT JOIN LATERAL (
    SELECT f.downloads FROM files f WHERE f.repo = g.repo AND f.path = g.lead_path LIMIT 1 FOR NO KEY UPDATE
  ) lead ON true
  LEFT JOIN LATERAL (
    SELECT min(wanted) AS path FROM unnest(g.paths) AS wanted
    WHERE (SELECT true FROM files f WHERE f.repo = g.repo AND f.path = wanted LIMIT 1) IS NULL
  ) absent ON true;
  IF absent_path IS NOT NULL THEN
    RAISE EXCEPTION 'Repository % has no file %, so its version is not indexed', absent_repo, absent_path;
  END IF;

  WITH one AS MATERIALIZED (
    SELECT g.*, p.id AS package_id, fetched[g.ordinality] AS downloads, earlier.licenses AS earlier_licenses,
      details.dependencies AS earlier_dependencies, details.dev_dependencies AS earlier_dev_dependencies
    FROM unnest(given) WITH ORDINALITY g
    CROSS JOIN LATERAL (SELECT p.id FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1) p
    LEFT JOIN LATERAL (SELECT v.id, v.licenses FROM versions v
      WHERE v.package_id = p.id AND v.sort_key = g.sort_key AND v.name = g.version AND v.repo = g.repo LIMIT 1) earlier ON true
    LEFT JOIN LATERAL (SELECT * FROM version_details d WHERE d.version_id = earlier.id LIMIT 1) details ON true
  ), written AS (
    -- modified changes only if something else changed.
    INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses,
      deprecated, downloads)
    SELECT one.package_id, one.repo, one.version, one.sort_key, one.prerelease, one.created, one.created, one.size, one.lead_path,
      one.licenses, one.deprecated, one.downloads
    FROM one
    ON CONFLICT (package_id, sort_key, name, repo) DO UPDATE
    SET size = excluded.size, lead_path = excluded.lead_path, licenses = excluded.licenses,
      deprecated = excluded.deprecated,
      modified = CASE WHEN (v.size, v.lead_path, v.licenses, v.deprecated) IS DISTINCT FROM
        (excluded.size, excluded.lead_path, excluded.licenses, excluded.deprecated)
        THEN greatest(now(), v.modified) ELSE v.modified END
    RETURNING v.id, v.package_id, v.repo, xmax = 0 AS is_new
  ), known AS MATERIALIZED (
    SELECT one.*, written.id AS version_id, written.is_new,
      ARRAY(
        SELECT (SELECT f.id FROM files f WHERE f.repo = one.repo AND f.path = wanted LIMIT 1) FROM unnest(one.paths) AS wanted
      ) AS file_ids
    FROM one JOIN written ON written.package_id = one.package_id AND written.repo = one.repo
  ), described AS (
    INSERT INTO version_details (version_id, description, keywords, dependencies, dev_dependencies, readme)
    SELECT known.version_id, known.description, known.keywords, known.dependencies, known.dev_dependencies, known.readme FROM known
    ON CONFLICT (version_id) DO UPDATE
    SET description = excluded.description, keywords = excluded.keywords, dependencies = excluded.dependencies,
      dev_dependencies = excluded.dev_dependencies, readme = excluded.readme
  ), left_out AS (
    DELETE FROM version_files o
    WHERE o.version_id = ANY (ARRAY(SELECT known.version_id FROM known WHERE NOT known.is_new))
      AND NOT EXISTS (SELECT FROM known WHERE known.version_id = o.version_id AND o.file_id = ANY (known.file_ids))
  ), filed AS (
    INSERT INTO version_files (version_id, file_id)
    SELECT known.version_id, file_id FROM known CROSS JOIN LATERAL unnest(known.file_ids) AS file_id
    ON CONFLICT DO NOTHING
  ), tagged AS (
    INSERT INTO package_tags (package_id, repo, tag, version)
    SELECT known.package_id, known.repo, tag, known.version FROM known CROSS JOIN LATERAL unnest(known.tags) AS tag
    ON CONFLICT (package_id, repo, tag) DO UPDATE SET version = excluded.version
  ), depending AS (
    -- The newest version of each package that depends on a name.
    INSERT INTO package_dependents AS d (type, name, by_lower, package_id, repo, sort_key, version, range, development)
    SELECT known.type, n.name, left(known.lower_name, 200), known.package_id, known.repo, known.sort_key, known.version,
      n.range, n.development
    FROM known CROSS JOIN LATERAL needs_of(known.dependencies, known.dev_dependencies) n
    WHERE known.is_new AND n.name <> '' AND octet_length(n.name) <= 600
    ON CONFLICT (type, name, by_lower, package_id, repo) DO UPDATE
    SET sort_key = excluded.sort_key, version = excluded.version, range = excluded.range, development = excluded.development
    WHERE (excluded.sort_key, excluded.version) >= (d.sort_key, d.version)
  ), result AS (
    SELECT known.*, NOT known.is_new AND (known.earlier_dependencies, known.earlier_dev_dependencies)
      IS DISTINCT FROM (known.dependencies, known.dev_dependencies) AS is_changed
    FROM known
  )
  SELECT array_agg(r.package_id ORDER BY r.ordinality),
    array_agg(r.is_new OR r.earlier_licenses IS DISTINCT FROM r.licenses ORDER BY r.ordinality),
    array_agg(r.package_id) FILTER (WHERE r.is_changed), array_agg(r.repo) FILTER (WHERE r.is_changed),
    array_agg(r.version) FILTER (WHERE r.is_changed)
  INTO package_ids, scans, changed_packages, changed_repos, changed_versions FROM result r;

  IF changed_packages IS NOT NULL THEN
    DELETE FROM package_dependents d USING unnest(changed_packages, changed_repos, changed_versions) AS c (of, repo, version)
    WHERE d.package_id = c.of AND d.repo = c.repo AND d.version = c.version;
    PERFORM refresh_dependents(changed_packages, changed_repos);
  END IF;

  PERFORM refresh_listings(package_ids, ARRAY(SELECT g.repo FROM unnest(given) WITH ORDINALITY g ORDER BY g.ordinality));
  RETURN QUERY SELECT r.ordinality, r.of, r.scan FROM unnest(package_ids, scans) WITH ORDINALITY AS r (of, scan, ordinality);
END $$;
