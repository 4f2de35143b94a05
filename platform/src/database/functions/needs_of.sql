-- Returns the dependencies of a version, each name once. Run-time dependencies take precedence over
-- development ones. Called by index_versions and refresh_dependents, and in SQL for them.
CREATE OR REPLACE FUNCTION needs_of(dependencies jsonb, dev_dependencies jsonb)
RETURNS TABLE (name text, range text, development boolean)
LANGUAGE sql IMMUTABLE AS $$
  SELECT key, left(value, 500), false FROM jsonb_each_text(dependencies)
  UNION ALL
  SELECT key, left(value, 500), true FROM jsonb_each_text(dev_dependencies) WHERE NOT dependencies ? key
$$;
