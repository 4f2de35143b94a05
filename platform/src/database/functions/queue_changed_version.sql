-- Trigger scan_changed_versions. In SQL for the same reason as queue_new_versions.
CREATE OR REPLACE FUNCTION queue_changed_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_queue (package_id, sort_key, version) VALUES (NEW.package_id, NEW.sort_key, NEW.name);
  RETURN NULL;
END $$;
