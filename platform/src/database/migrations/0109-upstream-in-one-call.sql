-- What an upstream answered is kept with one call. It could be fetched again: nobody waits for the disk.

-- Keeps a packument that is another than the one kept before, and gives the package's new revision.
CREATE FUNCTION keep_npm_packument(
  given_repo text, given_name text, given_form text, given_tags jsonb, given_body bytea, given_hash text,
  given_etag text, given_last_modified text, given_odd_tarballs jsonb
) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  new_revision bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO npm_packages AS p (repo, name, tags, short_checked, full_checked)
  VALUES (given_repo, given_name, given_tags, CASE given_form WHEN 'short' THEN now() END,
    CASE given_form WHEN 'full' THEN now() END)
  ON CONFLICT (repo, name) DO UPDATE
  SET tags = excluded.tags, short_checked = coalesce(excluded.short_checked, p.short_checked),
    full_checked = coalesce(excluded.full_checked, p.full_checked), modified = now(),
    revision = nextval('npm_revisions')
  RETURNING revision INTO new_revision;
  INSERT INTO npm_upstream_packuments (repo, name, form, body, hash, etag, last_modified, odd_tarballs)
  VALUES (given_repo, given_name, given_form, given_body, given_hash, given_etag, given_last_modified,
    given_odd_tarballs)
  ON CONFLICT (repo, name, form) DO UPDATE
  SET body = excluded.body, hash = excluded.hash, etag = excluded.etag, last_modified = excluded.last_modified,
    odd_tarballs = excluded.odd_tarballs;
  RETURN new_revision;
END $$;

-- Makes a cached tarball a file, and queues it to be looked into. No row when no file can be put there, or these bytes
-- stand there already.
CREATE FUNCTION cache_npm_tarball(
  given_repo text, given_name text, given_version text, given_path text, given_folders text[], given_mime_type text,
  given_sha256 text, given_sha1 text, given_md5 text, given_sha512 text, given_size bigint
) RETURNS TABLE (file_id bigint, is_new boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO blobs AS b (sha256, sha1, md5, sha512, size)
  VALUES (given_sha256, given_sha1, given_md5, given_sha512, given_size)
  ON CONFLICT (sha256) DO UPDATE SET touched = now(), sha512 = coalesce(excluded.sha512, b.sha512);
  INSERT INTO npm_index_queue (repo, name, version) VALUES (given_repo, given_name, given_version)
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT * FROM put_file(given_repo, given_path, given_folders, given_sha256, given_mime_type,
    date_trunc('milliseconds', now()), 'system', true);
END $$;
