-- What is published together is stored and indexed together. To begin a statement is most of what it costs: each is begun once for
-- all versions of a call, and not once for each of them.
--
-- Each statement is planned once for a connection: what its plan costs does not depend on what is given, and planning it anew took as
-- long as running it. Nothing here joins a table to the list that is given: planned while the table was nearly empty, a join would read
-- all of it later. Each row is looked up by itself.

CREATE TYPE file_to_put AS (
  repo text, path text, folders text[], sha256 text, mime_type text, put_at timestamptz, put_by text
);

CREATE TYPE version_to_index AS (
  repo text, type text, name text, lower_name text, version text, sort_key text, prerelease boolean, created timestamptz,
  size bigint, lead_path text, paths text[], licenses text[], deprecated text, description text, keywords text[],
  dependencies jsonb, dev_dependencies jsonb, readme text, tags text[]
);

-- Nothing is put into a repository that is gone. Who puts something holds its row until the end: whoever removes the repository waits for
-- that, and takes it away with the rest; who comes after finds no repository. Gives those that are in their place now.
CREATE FUNCTION put_files(given file_to_put[], may_overwrite boolean)
RETURNS TABLE (put_repo text, put_path text, file_id bigint, is_new boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  absent text;
BEGIN
  SELECT min(g.repo) FILTER (WHERE r.key IS NULL) INTO absent
  FROM (SELECT DISTINCT g.repo FROM unnest(given) g ORDER BY g.repo) g
  LEFT JOIN LATERAL (SELECT r.key FROM repositories r WHERE r.key = g.repo LIMIT 1 FOR KEY SHARE) r ON true;
  IF absent IS NOT NULL THEN RAISE EXCEPTION 'There is no repository %', absent USING ERRCODE = 'LD404'; END IF;

  RETURN QUERY
  WITH put AS (
    INSERT INTO files AS f (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
    SELECT g.repo, g.path, g.sha256, g.mime_type, g.put_at, g.put_by, g.put_at, g.put_by FROM unnest(given) g
    WHERE (SELECT true FROM files o WHERE o.repo = g.repo AND o.path = ANY (g.folders) LIMIT 1) IS NULL
      AND (SELECT true FROM files o WHERE o.repo = g.repo AND o.path > g.path || '/' AND o.path < g.path || '0' LIMIT 1) IS NULL
    ON CONFLICT (repo, path) DO UPDATE
    SET sha256 = excluded.sha256, mime_type = excluded.mime_type, modified = excluded.modified,
      modified_by = excluded.modified_by
    WHERE may_overwrite AND f.sha256 <> excluded.sha256
    RETURNING f.repo, f.path, f.id, xmax = 0 AS is_new
  ), counted AS (
    INSERT INTO file_counts AS c (repo, slot, files)
    SELECT put.repo, pg_backend_pid() % 16, count(*) FROM put WHERE put.is_new GROUP BY put.repo ORDER BY put.repo
    ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files
  ), bared AS (
    DELETE FROM file_properties p WHERE p.file_id = ANY (ARRAY(SELECT put.id FROM put WHERE NOT put.is_new))
  )
  SELECT put.repo, put.path, put.id, put.is_new FROM put;
END $$;

CREATE OR REPLACE FUNCTION put_file(
  given_repo text, given_path text, given_folders text[], given_sha256 text, given_mime_type text,
  given_time timestamptz, given_by text, may_overwrite boolean
) RETURNS TABLE (file_id bigint, is_new boolean)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT p.file_id, p.is_new FROM put_files(
    ARRAY[ROW(given_repo, given_path, given_folders, given_sha256, given_mime_type, given_time, given_by)::file_to_put], may_overwrite) p;
END $$;

-- Sums up the versions of each package, for the repository beside it and over all. What is shown is the version tagged `latest`, or the
-- newest release, or the newest prerelease. The caller holds the packages' rows.
CREATE FUNCTION refresh_listings(given_packages bigint[], given_repos text[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  WITH written AS (
    INSERT INTO package_listings (package_id, repo, type, name, name_lower, created, modified, downloads, versions_count,
      latest_version, latest_key, description, licenses, tags, deprecated)
    SELECT p.id, scope.repo, p.type, p.name, p.name_lower, summed.created, summed.modified, summed.downloads,
      summed.versions, latest.name, latest.sort_key, details.description, latest.licenses,
      coalesce(details.keywords, '{}'),
      (SELECT true FROM versions d WHERE d.package_id = p.id AND d.sort_key = latest.sort_key AND d.name = latest.name
        AND d.deprecated IS NOT NULL AND (scope.repo = '*' OR d.repo = scope.repo) LIMIT 1) IS NOT NULL
    FROM (
      SELECT DISTINCT each.package_id, each.repo
      FROM unnest(given_packages, given_repos) AS g (package_id, repo)
      CROSS JOIN LATERAL (VALUES (g.package_id, g.repo), (g.package_id, '*')) AS each (package_id, repo)
    ) scope
    CROSS JOIN LATERAL (SELECT * FROM packages p WHERE p.id = scope.package_id LIMIT 1) p
    CROSS JOIN LATERAL (
      SELECT min(v.created) AS created, max(v.modified) AS modified, sum(v.downloads) AS downloads,
        count(DISTINCT v.name) AS versions
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
      tags = excluded.tags, deprecated = excluded.deprecated
    RETURNING repo, type, (xmax = 0) AS inserted
  )
  INSERT INTO package_counts AS c (repo, type, slot, packages)
  SELECT repo, type, pg_backend_pid() % 16, count(*) FROM written WHERE inserted GROUP BY repo, type ORDER BY repo = '*', repo, type
  ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages;
END $$;

CREATE OR REPLACE FUNCTION refresh_listing(given_package bigint, given_repo text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listings(ARRAY[given_package], ARRAY[given_repo]);
END $$;

-- Puts versions into the index, or makes the index say what is given; no two of one repository and package. Gives the path of a file
-- that the repository lacks.
CREATE FUNCTION index_versions(given version_to_index[]) RETURNS text
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  all_held boolean := false;
  missing text;
  fetched bigint[];
BEGIN
  WHILE NOT all_held LOOP
    INSERT INTO packages (type, name, name_lower)
    SELECT DISTINCT ON (g.type, g.name) g.type, g.name, g.lower_name FROM unnest(given) g
    WHERE (SELECT true FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1) IS NULL
    ORDER BY g.type, g.name
    ON CONFLICT (type, name) DO NOTHING;
    -- Whoever changes versions, tags or listings of a package holds its row. Somebody may have removed one in between: look again.
    SELECT bool_and(p.id IS NOT NULL) INTO all_held
    FROM (SELECT DISTINCT g.type, g.name FROM unnest(given) g ORDER BY g.type, g.name) g
    LEFT JOIN LATERAL (SELECT p.id FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1 FOR NO KEY UPDATE) p ON true;
  END LOOP;

  -- The leading files are held, so that a download is counted either here or by whoever counts downloads after this.
  SELECT array_agg(coalesce(lead.downloads, 0) ORDER BY g.ordinality), min(absent.path) INTO fetched, missing
  FROM unnest(given) WITH ORDINALITY g
  LEFT JOIN LATERAL (
    SELECT f.downloads FROM files f WHERE f.repo = g.repo AND f.path = g.lead_path LIMIT 1 FOR NO KEY UPDATE
  ) lead ON true
  LEFT JOIN LATERAL (
    SELECT min(wanted) AS path FROM unnest(g.paths) AS wanted
    WHERE (SELECT true FROM files f WHERE f.repo = g.repo AND f.path = wanted LIMIT 1) IS NULL
  ) absent ON true;
  IF missing IS NOT NULL THEN RETURN missing; END IF;

  WITH one AS MATERIALIZED (
    SELECT g.*, p.id AS package_id, fetched[g.ordinality] AS downloads
    FROM unnest(given) WITH ORDINALITY g
    CROSS JOIN LATERAL (SELECT p.id FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1) p
  ), written AS (
    -- modified moves only when something changed.
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
  )
  INSERT INTO package_tags (package_id, repo, tag, version)
  SELECT known.package_id, known.repo, tag, known.version FROM known CROSS JOIN LATERAL unnest(known.tags) AS tag
  ON CONFLICT (package_id, repo, tag) DO UPDATE SET version = excluded.version;

  PERFORM refresh_listings(array_agg(p.id), array_agg(g.repo))
  FROM unnest(given) g CROSS JOIN LATERAL (SELECT p.id FROM packages p WHERE p.type = g.type AND p.name = g.name LIMIT 1) p;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_version(
  given_repo text, given_type text, given_name text, given_lower text, given_version text, given_key text,
  is_prerelease boolean, given_created timestamptz, given_size bigint, given_lead text, given_paths text[],
  given_licenses text[], given_deprecated text, given_description text, given_keywords text[],
  given_dependencies jsonb, given_dev_dependencies jsonb, given_readme text, given_tags text[]
) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  RETURN index_versions(ARRAY[ROW(given_repo, given_type, given_name, given_lower, given_version, given_key, is_prerelease,
    given_created, given_size, given_lead, given_paths, given_licenses, given_deprecated, given_description, given_keywords,
    given_dependencies, given_dev_dependencies, given_readme, given_tags)::version_to_index]);
END $$;

-- As a row for each file before; whoever puts many files puts them with one statement.
CREATE FUNCTION queue_new_archives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_queue (sha256, kind)
  SELECT DISTINCT ON (sha256) sha256, archive_kind(path) FROM added WHERE archive_kind(path) IS NOT NULL ORDER BY sha256
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
DROP TRIGGER files_queue_archive ON files;
CREATE TRIGGER files_queue_new_archives AFTER INSERT ON files
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_new_archives();
CREATE TRIGGER files_queue_archive AFTER UPDATE OF sha256 ON files
  FOR EACH ROW WHEN (archive_kind(NEW.path) IS NOT NULL) EXECUTE FUNCTION queue_archive();

CREATE TYPE npm_version_to_publish AS (
  place integer, repo text, name text, version text, full_manifest text, short_manifest text, dist text, readme text,
  published_by text, new_tags text[], path text, folders text[], mime_type text, sha256 text, sha1 text, md5 text, sha512 text,
  size bigint, lower_name text, sort_key text, prerelease boolean, licenses text[], deprecated text, description text, keywords text[],
  dependencies jsonb, dev_dependencies jsonb, shown_readme text
);

-- Tags that move to a version.
CREATE FUNCTION moved_npm_tags(version text, new_tags text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT jsonb_object_agg(tag, version) FROM unnest(new_tags) AS tag), '{}')
$$;

-- Stores versions, no two of one package in one repository, and gives the places in the list of those that were not there before.
CREATE OR REPLACE FUNCTION publish_npm_versions(given json) RETURNS integer[]
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  new npm_version_to_publish[];
  indexed version_to_index[];
  put integer;
  missing text;
BEGIN
  SELECT array_agg(g ORDER BY g.repo, g.name) INTO new FROM json_populate_recordset(NULL::npm_version_to_publish, given) g;

  -- First of all, as whoever removes a repository holds its row first: the one waits for the other, and neither for both. Whether it is
  -- there still is asked when the files are put.
  PERFORM FROM (SELECT DISTINCT g.repo FROM unnest(new) g ORDER BY g.repo) g
  CROSS JOIN LATERAL (SELECT FROM repositories r WHERE r.key = g.repo LIMIT 1 FOR KEY SHARE) r;

  INSERT INTO blobs AS b (sha256, sha1, md5, sha512, size)
  SELECT DISTINCT ON (g.sha256) g.sha256, g.sha1, g.md5, g.sha512, g.size FROM unnest(new) g ORDER BY g.sha256
  ON CONFLICT (sha256) DO UPDATE SET touched = now(), sha512 = coalesce(excluded.sha512, b.sha512);

  WITH added AS (
    INSERT INTO npm_versions (repo, name, version, full_manifest, short_manifest, dist, readme, published, published_by)
    SELECT g.repo, g.name, g.version, g.full_manifest, g.short_manifest, g.dist, g.readme, moment, g.published_by FROM unnest(new) g
    ON CONFLICT DO NOTHING RETURNING repo, name
  )
  SELECT array_agg(g ORDER BY g.repo, g.name) INTO new FROM unnest(new) g JOIN added ON added.repo = g.repo AND added.name = g.name;
  IF new IS NULL THEN RETURN '{}'; END IF;

  -- The first version is the latest one, whatever it was tagged with.
  WITH tagged AS (
    INSERT INTO npm_packages AS p (repo, name, tags)
    SELECT g.repo, g.name, jsonb_build_object('latest', g.version) || moved_npm_tags(g.version, g.new_tags) FROM unnest(new) g
    ON CONFLICT (repo, name) DO UPDATE
    SET revision = nextval('npm_revisions'), modified = now(), tags = (
      SELECT jsonb_build_object('latest', g.version) || p.tags || moved_npm_tags(g.version, g.new_tags)
      FROM unnest(new) g WHERE g.repo = p.repo AND g.name = p.name)
    RETURNING p.repo, p.name, p.tags
  )
  SELECT array_agg(ROW(g.repo, 'npm', g.name, g.lower_name, g.version, g.sort_key, g.prerelease, moment, g.size, g.path,
    ARRAY[g.path], g.licenses, g.deprecated, g.description, g.keywords, g.dependencies, g.dev_dependencies, g.shown_readme,
    ARRAY(SELECT key FROM jsonb_each_text(tagged.tags) WHERE value = g.version))::version_to_index ORDER BY g.repo, g.name)
  INTO indexed FROM unnest(new) g JOIN tagged ON tagged.repo = g.repo AND tagged.name = g.name;

  SELECT count(*) INTO put FROM put_files(ARRAY(
    SELECT ROW(g.repo, g.path, g.folders, g.sha256, g.mime_type, moment, g.published_by)::file_to_put FROM unnest(new) g), false);
  IF put < cardinality(new) THEN
    SELECT g.repo || '/' || g.path INTO missing FROM unnest(new) g
    WHERE (SELECT true FROM files f WHERE f.repo = g.repo AND f.path = g.path AND f.sha256 = g.sha256 LIMIT 1) IS NULL LIMIT 1;
    IF FOUND THEN RAISE EXCEPTION 'no file can be put at %', missing USING ERRCODE = 'LD409'; END IF;
  END IF;

  missing := index_versions(indexed);
  IF missing IS NOT NULL THEN RAISE EXCEPTION 'there is no file % to index', missing; END IF;
  RETURN ARRAY(SELECT g.place FROM unnest(new) g);
END $$;
DROP FUNCTION add_npm_version(text, text, text, text, text, text, text, text, text[]);
