-- Trigger scan_new_versions. In SQL, because the function that indexes npm's versions writes the rows (ADR 0008).
CREATE OR REPLACE FUNCTION queue_new_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_queue (package_id, sort_key, version) SELECT package_id, sort_key, name FROM added;
  RETURN NULL;
END $$;
