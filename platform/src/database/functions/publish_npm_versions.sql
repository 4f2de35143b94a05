-- Stores versions, no two of one package in one repository. Returns the positions of the new ones in
-- the list, and the columns that queue them. Called by
-- formats/npm/publish/groups/publishStatement.ts. In SQL, because the same steps as pipelined
-- statements take 0.23 ms more CPU time per publish in groups of four, 6% of a publish, and 1.4 ms
-- more for a single one (ADR 0062).
CREATE OR REPLACE FUNCTION publish_npm_versions(given json)
RETURNS TABLE (place integer, sha256 text, package_id bigint, sort_key text, version text, to_scan boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
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
    INSERT INTO npm_versions (repo, name, version, full_manifest, short_manifest, dist, readme, published, published_by, provenance)
    SELECT g.repo, g.name, g.version, g.full_manifest, g.short_manifest, g.dist, g.readme, moment, g.published_by, g.provenance FROM unnest(new) g
    ON CONFLICT DO NOTHING RETURNING repo, name
  )
  SELECT array_agg(g ORDER BY g.repo, g.name) INTO new FROM unnest(new) g JOIN added ON added.repo = g.repo AND added.name = g.name;
  IF new IS NULL THEN RETURN; END IF;

  -- The first version is the latest one, whatever it was tagged with.
  WITH tagged AS (
    INSERT INTO npm_packages AS p (repo, name, tags)
    SELECT g.repo, g.name, jsonb_build_object('latest', g.version) || coalesce((SELECT jsonb_object_agg(tag, g.version) FROM unnest(g.new_tags) AS tag), '{}')
    FROM unnest(new) g
    ON CONFLICT (repo, name) DO UPDATE
    SET revision = nextval('npm_revisions'), modified = now(), tags = (
      SELECT jsonb_build_object('latest', g.version) || p.tags
        || coalesce((SELECT jsonb_object_agg(tag, g.version) FROM unnest(g.new_tags) AS tag), '{}')
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
    IF FOUND THEN RAISE EXCEPTION 'Failed to store a file at %: another file or folder is there', missing USING ERRCODE = 'LD409'; END IF;
  END IF;

  -- Both lists have the same order.
  RETURN QUERY SELECT g.place, g.sha256, i.package_id, g.sort_key, g.version, i.to_scan
  FROM index_versions(indexed) i JOIN unnest(new) WITH ORDINALITY g ON g.ordinality = i.place;
END $$;
