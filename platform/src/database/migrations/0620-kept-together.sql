-- What upstreams gave is kept together with what else has come meanwhile. It could be fetched again: nobody waits for the disk.
-- Nothing is kept for a repository that is gone, or has another upstream now.

-- Those of the repositories that have these upstreams still; they stay so until the transaction ends.
CREATE FUNCTION with_upstreams(given json) RETURNS SETOF text
LANGUAGE sql AS $$
  SELECT r.key FROM repositories r
  WHERE r.key IN (SELECT g.repo FROM json_to_recordset(given) AS g (repo text, upstream text)
    WHERE g.repo = r.key AND g.upstream = coalesce(r.url, ''))
  ORDER BY r.key FOR KEY SHARE
$$;

-- Makes cached tarballs files, and queues them to be looked into. Gives the places in the list of those that are files now; at the
-- others something else stands in the way. Whoever calls it with several and gets an error calls it with each alone.
CREATE FUNCTION cache_npm_tarballs(given json) RETURNS integer[]
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  one record;
  places integer[] := '{}';
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
    PERFORM FROM put_file(one.repo, one.path, one.folders, one.sha256, one."mimeType", one.modified, 'system', true);
    IF NOT FOUND THEN
      PERFORM FROM files f WHERE f.repo = one.repo AND f.path = one.path AND f.sha256 = one.sha256;
      CONTINUE WHEN NOT FOUND;
    END IF;
    INSERT INTO npm_index_queue (repo, name, version) VALUES (one.repo, one.name, one.version) ON CONFLICT DO NOTHING;
    places := places || one.place;
  END LOOP;
  RETURN places;
END $$;

-- Keeps packuments that are others than those kept before, each under a revision that was taken for it; `bodies` has them one after
-- the other.
CREATE FUNCTION keep_npm_packuments(given json, bodies bytea) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  one record;
  repos text[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  repos := ARRAY(SELECT with_upstreams(given));
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (repo text, name text, form text, revision bigint, tags jsonb, hash text, etag text,
      last_modified text, odd_tarballs jsonb, at integer, length integer, age float8)
    WHERE g.repo = ANY (repos) ORDER BY repo, name, form
  LOOP
    INSERT INTO npm_packages AS p (repo, name, revision, tags, short_checked, full_checked)
    VALUES (one.repo, one.name, one.revision, one.tags,
      CASE one.form WHEN 'short' THEN now() - make_interval(secs => one.age / 1000) END,
      CASE one.form WHEN 'full' THEN now() - make_interval(secs => one.age / 1000) END)
    ON CONFLICT (repo, name) DO UPDATE
    SET tags = excluded.tags, short_checked = coalesce(excluded.short_checked, p.short_checked),
      full_checked = coalesce(excluded.full_checked, p.full_checked), modified = now(), revision = excluded.revision;
    INSERT INTO npm_upstream_packuments (repo, name, form, body, hash, etag, last_modified, odd_tarballs)
    VALUES (one.repo, one.name, one.form, substring(bodies FROM one.at FOR one.length), one.hash, one.etag, one.last_modified,
      one.odd_tarballs)
    ON CONFLICT (repo, name, form) DO UPDATE
    SET body = excluded.body, hash = excluded.hash, etag = excluded.etag, last_modified = excluded.last_modified,
      odd_tarballs = excluded.odd_tarballs;
  END LOOP;
END $$;

DROP FUNCTION cache_npm_tarball(text, text, text, text, text[], text, text, text, text, text, bigint);
DROP FUNCTION keep_npm_packument(text, text, text, jsonb, bytea, text, text, text, jsonb);
