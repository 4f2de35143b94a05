-- Stores cached tarballs as files and queues them for the index. Returns those stored, by their
-- position in the list. The other paths contain something else. If a call with several tarballs fails,
-- the caller repeats it for each one. Called by formats/npm/upstream/keepTarballs.ts. In SQL,
-- because up to 32 tarballs are stored by one statement while an installation runs (ADR 0008).
CREATE OR REPLACE FUNCTION cache_npm_tarballs(given json) RETURNS TABLE (place integer, sha256 text)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  one record;
  repos text[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  repos := ARRAY(SELECT with_upstreams(given));
  INSERT INTO blobs AS b (sha256, sha1, md5, sha512, size)
  SELECT DISTINCT ON (g.sha256) g.sha256, g.sha1, g.md5, g.sha512, g.size
  FROM json_to_recordset(given) AS g (sha256 text, sha1 text, md5 text, sha512 text, size bigint)
  ORDER BY g.sha256
  ON CONFLICT (sha256) DO UPDATE SET touched = now(), sha512 = coalesce(excluded.sha512, b.sha512);

  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (place integer, repo text, name text, version text, path text, folders text[],
      "mimeType" text, modified timestamptz, sha256 text)
    WHERE g.repo = ANY (repos) ORDER BY repo, path
  LOOP
    PERFORM FROM put_files(ARRAY[ROW(one.repo, one.path, one.folders, one.sha256, one."mimeType", one.modified, 'system')::file_to_put], true);
    IF NOT FOUND THEN
      PERFORM FROM files f WHERE f.repo = one.repo AND f.path = one.path AND f.sha256 = one.sha256;
      CONTINUE WHEN NOT FOUND;
    END IF;
    INSERT INTO npm_index_queue (repo, name, version) VALUES (one.repo, one.name, one.version) ON CONFLICT DO NOTHING;
    place := one.place;
    sha256 := one.sha256;
    RETURN NEXT;
  END LOOP;
END $$;
