-- Trigger files_queue_new_archives. In SQL, because the functions of npm and images store files as well (ADR 0008).
CREATE OR REPLACE FUNCTION queue_new_archives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_queue (sha256, kind)
  SELECT DISTINCT ON (sha256) sha256, archive_kind(path) FROM added WHERE archive_kind(path) IS NOT NULL ORDER BY sha256
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
