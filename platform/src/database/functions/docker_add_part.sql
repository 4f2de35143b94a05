-- Makes stored bytes the next part of an upload. Returns 'added', 'lost' when another holder took the upload
-- over, or 'gone' without the bytes. Called by formats/oci/uploads/sessions.ts.
CREATE OR REPLACE FUNCTION docker_add_part(
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
