-- Counts the changes of permissions, so that a node can check with one small query whether its
-- cached permissions are current. Maintained by a trigger, because changes by nodes of earlier
-- versions and by an operator's own SQL count too: a revoked permission must end on every node. The
-- row lock serializes concurrent changes.
CREATE TABLE permission_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO permission_version (version) VALUES (1);

CREATE FUNCTION count_permission_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE permission_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER count_permission_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON permissions
FOR EACH STATEMENT EXECUTE FUNCTION count_permission_change();

-- Pages of these lists are sorted by bytes.
CREATE INDEX permissions_by_bytes ON permissions (name COLLATE "C");
CREATE INDEX users_by_bytes ON users (name COLLATE "C");
CREATE INDEX groups_by_bytes ON groups (name COLLATE "C");
