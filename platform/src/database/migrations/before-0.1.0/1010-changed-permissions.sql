-- Its successors have transition tables, one trigger per kind of statement.
DROP TRIGGER IF EXISTS count_permission_change ON permissions;
CREATE TABLE permission_changes (
  version bigint PRIMARY KEY,
  names text[]
);
