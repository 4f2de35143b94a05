-- Whoever puts a file does not wait for more than a row: whether its content is known already is looked up when its turn comes.
CREATE OR REPLACE FUNCTION queue_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_queue (sha256, kind) VALUES (NEW.sha256, archive_kind(NEW.path)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
