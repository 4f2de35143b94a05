-- Stores a version of a crate in one call: four round trips fewer per publish. It is planned once per
-- connection, by indexes alone. Called by formats/cargo/indexCrate.ts.
CREATE OR REPLACE FUNCTION publish_crate(given json, is_ours boolean) RETURNS text
LANGUAGE plpgsql
  -- Planned while its tables were nearly empty, a statement would read all of them until they are analyzed. Everything here has an index.
  SET enable_seqscan = off
  -- Planned once per connection: the values don't change the plan.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  one record;
  owned text;
  of_file bigint;
  missing text;
BEGIN
  SELECT * INTO one FROM json_to_record(given) AS g (
    repo text, name text, canonical text, lower_name text, version text, precedence text, entry jsonb, yanked boolean,
    published_by text, path text, folders text[], mime_type text, sha256 text, sha1 text, md5 text, size bigint, sort_key text,
    prerelease boolean, licenses text[], deprecated text, description text, keywords text[], dependencies jsonb,
    dev_dependencies jsonb, readme text);

  IF is_ours THEN
    -- Locks the crate until the end.
    INSERT INTO cargo_crates AS c (repo, canonical, name) VALUES (one.repo, one.canonical, one.name)
    ON CONFLICT (repo, canonical) DO UPDATE SET name = c.name RETURNING c.name INTO owned;
    IF owned <> one.name THEN RETURN 'collides ' || owned; END IF;
  END IF;
  PERFORM FROM cargo_versions v
  WHERE v.repo = one.repo AND v.lower_name = one.lower_name AND v.precedence = one.precedence;
  IF FOUND THEN RETURN 'exists'; END IF;

  INSERT INTO blobs (sha256, sha1, md5, size) VALUES (one.sha256, one.sha1, one.md5, one.size)
  ON CONFLICT (sha256) DO UPDATE SET touched = now();
  SELECT p.file_id INTO of_file FROM put_file(one.repo, one.path, one.folders, one.sha256, one.mime_type, now(),
    one.published_by, false) p;
  IF NOT FOUND THEN
    SELECT f.id INTO of_file FROM files f WHERE f.repo = one.repo AND f.path = one.path AND f.sha256 = one.sha256;
    IF NOT FOUND THEN RAISE EXCEPTION 'Failed to store a file at %/%: another file or folder is there', one.repo, one.path USING ERRCODE = 'LD409'; END IF;
  END IF;
  INSERT INTO cargo_versions (file_id, repo, name, lower_name, version, precedence, entry, yanked, published_by)
  VALUES (of_file, one.repo, one.name, one.lower_name, one.version, one.precedence, one.entry, one.yanked, one.published_by);

  missing := index_version(one.repo, 'cargo', one.name, one.lower_name, one.version, one.sort_key, one.prerelease, now(),
    one.size, one.path, ARRAY[one.path], one.licenses, one.deprecated, one.description, one.keywords, one.dependencies,
    one.dev_dependencies, one.readme, '{}');
  IF missing IS NOT NULL THEN RAISE EXCEPTION 'File % does not exist, so its version is not indexed', missing; END IF;
  RETURN NULL;
END $$;
