-- Puts a version into the index in one call, instead of a dozen. Called by packages/indexing.ts and the
-- functions that publish.
CREATE OR REPLACE FUNCTION index_version(
  given_repo text, given_type text, given_name text, given_lower text, given_version text, given_key text,
  is_prerelease boolean, given_created timestamptz, given_size bigint, given_lead text, given_paths text[],
  given_licenses text[], given_deprecated text, given_description text, given_keywords text[],
  given_dependencies jsonb, given_dev_dependencies jsonb, given_readme text, given_tags text[]
) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  RETURN index_versions(ARRAY[ROW(given_repo, given_type, given_name, given_lower, given_version, given_key, is_prerelease,
    given_created, given_size, given_lead, given_paths, given_licenses, given_deprecated, given_description, given_keywords,
    given_dependencies, given_dev_dependencies, given_readme, given_tags)::version_to_index]);
END $$;
