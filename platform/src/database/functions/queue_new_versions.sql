-- Trigger scan_new_versions.
CREATE OR REPLACE FUNCTION queue_new_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_queue (package_id, sort_key, version) SELECT package_id, sort_key, name FROM added;
  RETURN NULL;
END $$;
