-- Makes a path refer to bytes. No row when it may not: another file stands there, or it would be a file and a folder at
-- once; nor when it refers to these bytes already.
CREATE FUNCTION put_file(
  given_repo text, given_path text, given_folders text[], given_sha256 text, given_mime_type text,
  given_time timestamptz, given_by text, may_overwrite boolean
) RETURNS TABLE (file_id bigint, is_new boolean)
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO files AS f (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
  SELECT given_repo, given_path, given_sha256, given_mime_type, given_time, given_by, given_time, given_by
  WHERE NOT EXISTS (SELECT FROM files o WHERE o.repo = given_repo AND o.path = ANY (given_folders))
    AND NOT EXISTS (SELECT FROM files o WHERE o.repo = given_repo
      AND o.path > given_path || '/' AND o.path < given_path || '0')
  ON CONFLICT (repo, path) DO UPDATE
  SET sha256 = excluded.sha256, mime_type = excluded.mime_type, modified = excluded.modified,
    modified_by = excluded.modified_by
  WHERE may_overwrite AND f.sha256 <> excluded.sha256
  RETURNING f.id, xmax = 0 INTO file_id, is_new;
  IF NOT FOUND THEN RETURN; END IF;

  IF is_new THEN
    INSERT INTO file_counts AS c (repo, slot, files) VALUES (given_repo, pg_backend_pid() % 16, 1)
    ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files;
  ELSE
    DELETE FROM file_properties p WHERE p.file_id = put_file.file_id;
  END IF;
  RETURN NEXT;
END $$;
