-- Stores a file of a path that a format makes. Called by the functions that publish and cache.
CREATE OR REPLACE FUNCTION put_file(
  given_repo text, given_path text, given_folders text[], given_sha256 text, given_mime_type text,
  given_time timestamptz, given_by text, may_overwrite boolean
) RETURNS TABLE (file_id bigint, is_new boolean)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT p.file_id, p.is_new FROM put_files(
    ARRAY[ROW(given_repo, given_path, given_folders, given_sha256, given_mime_type, given_time, given_by)::file_to_put], may_overwrite) p;
END $$;
