-- Returns the tags of a package after some moved to a version. Called by publish_npm_versions.
CREATE OR REPLACE FUNCTION moved_npm_tags(version text, new_tags text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT jsonb_object_agg(tag, version) FROM unnest(new_tags) AS tag), '{}')
$$;
