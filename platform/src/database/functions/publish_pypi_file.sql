-- Stores a distribution in one call. It is planned once per connection, by indexes alone. Called by
-- formats/pypi/upload/storeFile.ts.
CREATE OR REPLACE FUNCTION publish_pypi_file(given json, given_metadata bytea) RETURNS text
LANGUAGE plpgsql
  -- Planned while its tables were nearly empty, a statement would read all of them until they are analyzed. Everything here has an index.
  SET enable_seqscan = off
  -- Planned once per connection: the values don't change the plan.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  one record;
  release record;
  old record;
  of_file bigint;
  missing text;
BEGIN
  SELECT * INTO one FROM json_to_record(given) AS g (
    repo text, project text, version text, filename text, kind text, python text, requires_python text, blake2 text,
    metadata_sha256 text, uploaded_by text, path text, folders text[], mime_type text, sha256 text, sha1 text, md5 text,
    size bigint, property_keys text[], property_values text[], lower_name text, sort_key text, prerelease boolean,
    licenses text[], description text, keywords text[], dependencies jsonb, dev_dependencies jsonb, readme text);

  -- Locks the project until the end, so that what is said of a release is said of all its files.
  INSERT INTO pypi_projects (repo, name) VALUES (one.repo, one.project)
  ON CONFLICT (repo, name) DO UPDATE SET name = excluded.name;
  PERFORM FROM pypi_files p WHERE p.repo = one.repo AND p.project = one.project AND p.filename = one.filename;
  IF FOUND THEN RETURN 'exists'; END IF;

  INSERT INTO blobs (sha256, sha1, md5, size) VALUES (one.sha256, one.sha1, one.md5, one.size)
  ON CONFLICT (sha256) DO UPDATE SET touched = now();
  SELECT p.file_id INTO of_file FROM put_file(one.repo, one.path, one.folders, one.sha256, one.mime_type, now(),
    one.uploaded_by, false) p;
  IF NOT FOUND THEN
    SELECT f.id INTO of_file FROM files f WHERE f.repo = one.repo AND f.path = one.path AND f.sha256 = one.sha256;
    IF NOT FOUND THEN RAISE EXCEPTION 'Failed to store a file at %/%: another file or folder is there', one.repo, one.path USING ERRCODE = 'LD409'; END IF;
  END IF;
  INSERT INTO pypi_files (file_id, repo, project, version, filename, kind, python, requires_python, blake2, metadata,
    metadata_sha256, uploaded_by)
  VALUES (of_file, one.repo, one.project, one.version, one.filename, one.kind, one.python, one.requires_python, one.blake2,
    given_metadata, one.metadata_sha256, one.uploaded_by);
  INSERT INTO file_properties (file_id, key, value)
  SELECT of_file, key, value FROM unnest(one.property_keys, one.property_values) AS p (key, value) ON CONFLICT DO NOTHING;

  -- A wheel tells what is installed; of several the first.
  SELECT array_agg(f.path) AS paths, sum(b.size)::bigint AS size, min(p.uploaded) AS created,
    (array_agg(f.path ORDER BY p.kind <> 'bdist_wheel', p.uploaded, p.filename))[1] AS lead
  INTO release
  FROM pypi_files p JOIN files f ON f.id = p.file_id JOIN blobs b ON b.sha256 = f.sha256
  WHERE p.repo = one.repo AND p.project = one.project AND p.version = one.version;
  IF release.lead <> one.path THEN
    SELECT v.licenses, d.description, d.keywords, d.dependencies, d.dev_dependencies, d.readme INTO old
    FROM packages k JOIN versions v ON v.package_id = k.id JOIN version_details d ON d.version_id = v.id
    WHERE k.type = 'pypi' AND k.name = one.project AND v.sort_key = one.sort_key AND v.name = one.version AND v.repo = one.repo;
    IF FOUND THEN
      one.licenses := old.licenses;
      one.description := old.description;
      one.keywords := old.keywords;
      one.dependencies := old.dependencies;
      one.dev_dependencies := old.dev_dependencies;
      one.readme := old.readme;
    END IF;
  END IF;
  missing := index_version(one.repo, 'pypi', one.project, one.lower_name, one.version, one.sort_key, one.prerelease,
    release.created, release.size, release.lead, release.paths, one.licenses, NULL, one.description, one.keywords,
    one.dependencies, one.dev_dependencies, one.readme, '{}');
  IF missing IS NOT NULL THEN RAISE EXCEPTION 'File % does not exist, so its version is not indexed', missing; END IF;
  RETURN NULL;
END $$;
