-- What an upload does at each step, in one call: a layer of an image takes five of them.

-- Gives the right to write, with what is kept so far; no row while somebody else has it. It promises nothing to anybody, so nobody
-- waits for the disk.
CREATE FUNCTION docker_lease(
  given_id uuid, given_repo text, given_image text, given_lease uuid, life double precision
) RETURNS TABLE (size double precision, parts jsonb)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE docker_uploads u SET lease = given_lease, leased_until = now() + make_interval(secs => life), touched = now()
  WHERE u.id = given_id AND u.repo = given_repo AND u.image = given_image
    AND (u.leased_until IS NULL OR u.leased_until < now())
  RETURNING u.size::float8 INTO docker_lease.size;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'size', p.size, 'sha256', p.sha256) ORDER BY p.start), '[]')
  INTO docker_lease.parts FROM docker_upload_parts p WHERE p.upload = given_id;
  RETURN NEXT;
END $$;

-- Makes stored bytes the next of the session's: 'added', 'lost' when somebody else has taken it over, 'gone' without the bytes.
CREATE FUNCTION docker_add_part(
  given_id uuid, given_lease uuid, given_start bigint, given_size bigint, given_sha256 text, is_last boolean
) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blobs SET touched = now() WHERE sha256 = given_sha256;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  UPDATE docker_uploads u SET size = u.size + given_size, touched = now(),
    leased_until = CASE WHEN is_last THEN NULL ELSE u.leased_until END
  WHERE u.id = given_id AND u.lease = given_lease AND u.size = given_start;
  IF NOT FOUND THEN RETURN 'lost'; END IF;
  INSERT INTO docker_upload_parts (upload, start, size, sha256) VALUES (given_id, given_start, given_size, given_sha256);
  RETURN 'added';
END $$;

-- Makes stored bytes one of the image's, and ends the upload that brought them: 'linked', 'gone' without the bytes, 'refused' when
-- no file can stand at the path.
CREATE FUNCTION docker_link_blob(
  given_repo text, given_image text, given_digest text, given_sha256 text, given_path text, given_folders text[],
  given_by text, ended uuid
) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blobs SET touched = now() WHERE sha256 = given_sha256;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  PERFORM FROM put_file(given_repo, given_path, given_folders, given_sha256, 'application/octet-stream', now(), given_by, false);
  IF NOT FOUND AND NOT EXISTS (
    SELECT FROM files f WHERE f.repo = given_repo AND f.path = given_path AND f.sha256 = given_sha256
  ) THEN RETURN 'refused'; END IF;
  INSERT INTO docker_images (repo, image) VALUES (given_repo, given_image) ON CONFLICT DO NOTHING;
  INSERT INTO docker_blobs (repo, image, digest, sha256) VALUES (given_repo, given_image, given_digest, given_sha256)
  ON CONFLICT (repo, image, digest) DO UPDATE SET touched = now();
  DELETE FROM docker_uploads WHERE id = ended;
  RETURN 'linked';
END $$;
