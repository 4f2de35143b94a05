-- Their callers run the statements themselves, or call the functions that these called.
DROP FUNCTION IF EXISTS index_version(text, text, text, text, text, text, boolean, timestamptz, bigint, text, text[], text[], text, text,
  text[], jsonb, jsonb, text, text[]);
-- Dropped because its return type changes.
DROP FUNCTION IF EXISTS index_versions(version_to_index[]);
DROP FUNCTION IF EXISTS fail_of_missing(text, text);
DROP FUNCTION IF EXISTS refresh_listing(bigint, text);
DROP FUNCTION IF EXISTS put_file_anywhere(text, text, text[], text, text, timestamptz, text, boolean);
DROP FUNCTION IF EXISTS put_file(text, text, text[], text, text, timestamptz, text, boolean);
DROP FUNCTION IF EXISTS moved_npm_tags(text, text[]);
DROP FUNCTION IF EXISTS docker_add_part(uuid, uuid, bigint, bigint, text, boolean);
