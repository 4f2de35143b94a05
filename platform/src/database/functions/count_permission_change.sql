-- Trigger count_permission_change. In SQL, because changes by an operator's own SQL count as well: a revoked
-- permission must end on every node (ADR 0031).
CREATE OR REPLACE FUNCTION count_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_version SET version = version + 1;
  RETURN NULL;
END $$;
