-- Returns the versions named in the queue, over all repositories; all of a package where none is named.
-- Called by scanning/violations/writeViolations.ts and match_versions.
CREATE OR REPLACE FUNCTION versions_to_scan(packages bigint[], keys text[], names text[])
RETURNS TABLE (package_id bigint, version text, sort_key text)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT v.package_id, v.name, v.sort_key
  FROM unnest(packages, keys) AS t (package_id, key) JOIN versions v ON v.package_id = t.package_id WHERE t.key IS NULL
  UNION
  SELECT v.package_id, v.name, v.sort_key FROM unnest(packages, keys, names) AS t (package_id, key, name)
  JOIN versions v ON v.package_id = t.package_id AND v.sort_key = t.key AND v.name = t.name
$$;
