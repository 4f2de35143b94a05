-- Publishing is one call: no trip between its statements, and each of them is planned once for a connection.

-- Adds the version and moves the tags to it. No row when the version exists: of two at once exactly one gets through.
CREATE FUNCTION add_npm_version(
  given_repo text, given_name text, given_version text, given_full text, given_short text, given_dist text,
  given_readme text, given_by text, given_tags text[]
) RETURNS TABLE (tags_now text[], published_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  moved jsonb := coalesce((SELECT jsonb_object_agg(tag, given_version) FROM unnest(given_tags) AS tag), '{}');
  first_tags jsonb := jsonb_build_object('latest', given_version);
  all_tags jsonb;
BEGIN
  INSERT INTO npm_versions
    (repo, name, version, full_manifest, short_manifest, dist, readme, published, published_by)
  VALUES (given_repo, given_name, given_version, given_full, given_short, given_dist, given_readme,
    clock_timestamp(), given_by)
  ON CONFLICT DO NOTHING RETURNING published INTO published_at;
  IF NOT FOUND THEN RETURN; END IF;

  -- The first version is the latest one, whatever it was tagged with.
  INSERT INTO npm_packages AS p (repo, name, tags) VALUES (given_repo, given_name, first_tags || moved)
  ON CONFLICT (repo, name) DO UPDATE
  SET tags = first_tags || p.tags || moved, revision = nextval('npm_revisions'), modified = now()
  RETURNING p.tags INTO all_tags;

  tags_now := ARRAY(SELECT key FROM jsonb_each_text(all_tags) WHERE value = given_version);
  RETURN NEXT;
END $$;
