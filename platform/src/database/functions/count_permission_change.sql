-- Trigger count_permission_change.
CREATE OR REPLACE FUNCTION count_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_version SET version = version + 1;
  RETURN NULL;
END $$;
