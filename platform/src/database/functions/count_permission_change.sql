-- Triggers of the table permissions: counts each change and records the names of the changed permissions for 1,000
-- versions. In SQL, because changes by an operator's own SQL count as well: a revoked permission must end on every
-- node (ADR 0031).
CREATE OR REPLACE FUNCTION count_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted bigint;
  changed text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT name FROM added);
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT name FROM removed);
  ELSIF TG_OP = 'UPDATE' THEN
    changed := ARRAY(SELECT name FROM added UNION SELECT name FROM removed);
  END IF;
  -- The row lock orders concurrent changes: versions are committed in sequence.
  UPDATE permission_version SET version = version + 1 RETURNING version INTO counted;
  INSERT INTO permission_changes (version, names) VALUES (counted, changed);
  DELETE FROM permission_changes WHERE version <= counted - 1000;
  RETURN NULL;
END $$;
