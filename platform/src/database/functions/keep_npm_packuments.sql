-- Stores packuments that differ from the stored ones, each with its own revision. bodies contains
-- their concatenated content. Called by formats/npm/upstream/keepPackuments.ts. In SQL, because up
-- to 16 packuments are stored by one statement while an installation runs (ADR 0008).
CREATE OR REPLACE FUNCTION keep_npm_packuments(given json, bodies bytea) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  one record;
  repos text[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  repos := ARRAY(SELECT with_upstreams(given));
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (repo text, name text, form text, revision bigint, tags jsonb, hash text, etag text,
      last_modified text, odd_tarballs jsonb, at integer, length integer, age float8)
    WHERE g.repo = ANY (repos) ORDER BY repo, name, form
  LOOP
    INSERT INTO npm_packages AS p (repo, name, revision, tags, short_checked, full_checked)
    VALUES (one.repo, one.name, one.revision, one.tags,
      CASE one.form WHEN 'short' THEN now() - make_interval(secs => one.age / 1000) END,
      CASE one.form WHEN 'full' THEN now() - make_interval(secs => one.age / 1000) END)
    ON CONFLICT (repo, name) DO UPDATE
    SET tags = excluded.tags, short_checked = coalesce(excluded.short_checked, p.short_checked),
      full_checked = coalesce(excluded.full_checked, p.full_checked), modified = now(), revision = excluded.revision;
    INSERT INTO npm_upstream_packuments (repo, name, form, body, hash, etag, last_modified, odd_tarballs)
    VALUES (one.repo, one.name, one.form, substring(bodies FROM one.at FOR one.length), one.hash, one.etag, one.last_modified,
      one.odd_tarballs)
    ON CONFLICT (repo, name, form) DO UPDATE
    SET body = excluded.body, hash = excluded.hash, etag = excluded.etag, last_modified = excluded.last_modified,
      odd_tarballs = excluded.odd_tarballs;
  END LOOP;
END $$;
