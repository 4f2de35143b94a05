-- Trigger files_queue_archive, for replaced archives. In SQL for the same reason as queue_new_archives.
CREATE OR REPLACE FUNCTION queue_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_queue (sha256, kind) VALUES (NEW.sha256, archive_kind(NEW.path)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
