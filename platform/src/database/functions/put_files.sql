-- Stores files. Locks the row of the repository until the end, so that a concurrent deletion of the
-- repository waits and also deletes these files. Returns the files that are now stored. Called by
-- files/files.ts, files/putFiles.ts, and the functions of npm and images. In SQL, because npm's
-- publishes are stored by one statement (ADR 0008).
CREATE OR REPLACE FUNCTION put_files(given file_to_put[], may_overwrite boolean)
RETURNS TABLE (put_repo text, put_path text, file_id bigint, is_new boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  absent text;
BEGIN
  SELECT min(g.repo) FILTER (WHERE r.key IS NULL) INTO absent
  FROM (SELECT DISTINCT g.repo FROM unnest(given) g ORDER BY g.repo) g
  LEFT JOIN LATERAL (SELECT r.key FROM repositories r WHERE r.key = g.repo LIMIT 1 FOR KEY SHARE) r ON true;
  IF absent IS NOT NULL THEN RAISE EXCEPTION 'Repository % does not exist', absent USING ERRCODE = 'LD404'; END IF;

  RETURN QUERY
  WITH put AS (
    INSERT INTO files AS f (repo, path, sha256, mime_type, created, created_by, modified, modified_by)
    SELECT g.repo, g.path, g.sha256, g.mime_type, g.put_at, g.put_by, g.put_at, g.put_by FROM unnest(given) g
    WHERE (SELECT true FROM files o WHERE o.repo = g.repo AND o.path = ANY (g.folders) LIMIT 1) IS NULL
      AND (SELECT true FROM files o WHERE o.repo = g.repo AND o.path > g.path || '/' AND o.path < g.path || '0' LIMIT 1) IS NULL
    ON CONFLICT (repo, path) DO UPDATE
    SET sha256 = excluded.sha256, mime_type = excluded.mime_type, modified = excluded.modified,
      modified_by = excluded.modified_by
    WHERE may_overwrite AND f.sha256 <> excluded.sha256
    RETURNING f.repo, f.path, f.id, xmax = 0 AS is_new
  ), counted AS (
    INSERT INTO file_counts AS c (repo, slot, files)
    SELECT put.repo, pg_backend_pid() % 16, count(*) FROM put WHERE put.is_new GROUP BY put.repo ORDER BY put.repo
    ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files
  ), bared AS (
    DELETE FROM file_properties p WHERE p.file_id = ANY (ARRAY(SELECT put.id FROM put WHERE NOT put.is_new))
  )
  SELECT put.repo, put.path, put.id, put.is_new FROM put;
END $$;
