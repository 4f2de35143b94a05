-- As put_file, for paths that people choose: one upload may create a folder at the path where another creates
-- a file, at the same time. Whoever creates a file locks its path until the end, and takes shared locks of
-- its folders, outermost first: the second one waits, and then sees the first. Formats that make their own
-- paths don't need it. Called by files/files.ts.
CREATE OR REPLACE FUNCTION put_file_anywhere(
  given_repo text, given_path text, given_folders text[], given_sha256 text, given_mime_type text,
  given_time timestamptz, given_by text, may_overwrite boolean
) RETURNS TABLE (file_id bigint, is_new boolean)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM files f WHERE f.repo = given_repo AND f.path = given_path;
  IF NOT FOUND THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(given_repo || '/' || folder, 0)) FROM unnest(given_folders) AS folder;
    PERFORM pg_advisory_xact_lock(hashtextextended(given_repo || '/' || given_path, 0));
  END IF;
  RETURN QUERY SELECT * FROM put_file(given_repo, given_path, given_folders, given_sha256, given_mime_type, given_time, given_by,
    may_overwrite);
END $$;
