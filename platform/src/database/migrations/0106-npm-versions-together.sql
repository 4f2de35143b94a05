-- Versions that are published at the same time are stored together: one call, one commit, one wait for the disk.

-- Adds versions of different packages, each with its bytes, its file and its entry in the index. Gives the places in the list of
-- those that were published: the versions of the others exist. Whoever calls it with several and gets an error calls it with
-- each alone. All in one order, so that two of these never wait for each other.
CREATE FUNCTION publish_npm_versions(given json) RETURNS integer[]
LANGUAGE plpgsql AS $$
DECLARE
  one record;
  tagged record;
  published integer[] := '{}';
  missing text;
BEGIN
  INSERT INTO blobs AS b (sha256, sha1, md5, sha512, size)
  SELECT DISTINCT ON (g.sha256) g.sha256, g.sha1, g.md5, g.sha512, g.size
  FROM json_to_recordset(given) AS g (sha256 text, sha1 text, md5 text, sha512 text, size bigint)
  ORDER BY g.sha256
  ON CONFLICT (sha256) DO UPDATE SET touched = now(), sha512 = coalesce(excluded.sha512, b.sha512);

  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (
      place integer, repo text, name text, version text, full_manifest text, short_manifest text, dist text, readme text,
      published_by text, new_tags text[], path text, folders text[], mime_type text, sha256 text, size bigint,
      lower_name text, sort_key text, prerelease boolean, licenses text[], deprecated text, description text, keywords text[],
      dependencies jsonb, dev_dependencies jsonb, shown_readme text)
    ORDER BY repo, name
  LOOP
    SELECT a.tags_now, a.published_at INTO tagged FROM add_npm_version(one.repo, one.name, one.version, one.full_manifest,
      one.short_manifest, one.dist, one.readme, one.published_by, one.new_tags) a;
    CONTINUE WHEN NOT FOUND;

    PERFORM FROM put_file(one.repo, one.path, one.folders, one.sha256, one.mime_type, tagged.published_at,
      one.published_by, false);
    IF NOT FOUND THEN
      PERFORM FROM files f WHERE f.repo = one.repo AND f.path = one.path AND f.sha256 = one.sha256;
      IF NOT FOUND THEN RAISE EXCEPTION 'no file can be put at %/%', one.repo, one.path USING ERRCODE = 'LD409'; END IF;
    END IF;

    missing := index_version(one.repo, 'npm', one.name, one.lower_name, one.version, one.sort_key, one.prerelease,
      tagged.published_at, one.size, one.path, ARRAY[one.path], one.licenses, one.deprecated, one.description,
      one.keywords, one.dependencies, one.dev_dependencies, one.shown_readme, tagged.tags_now);
    IF missing IS NOT NULL THEN RAISE EXCEPTION 'there is no file % to index', missing; END IF;
    published := published || one.place;
  END LOOP;
  RETURN published;
END $$;
