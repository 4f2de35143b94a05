-- All triggers. Each calls a function in ../functions, which documents its purpose and why it is
-- not TypeScript.

-- Notifies nodes of changed permissions. One trigger per kind of statement, because only such triggers can have transition
-- tables.
CREATE OR REPLACE TRIGGER count_added_permissions
  AFTER INSERT ON permissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_permission_change();
CREATE OR REPLACE TRIGGER count_changed_permissions
  AFTER UPDATE ON permissions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION count_permission_change();
CREATE OR REPLACE TRIGGER count_removed_permissions
  AFTER DELETE ON permissions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION count_permission_change();
CREATE OR REPLACE TRIGGER count_truncated_permissions
  AFTER TRUNCATE ON permissions FOR EACH STATEMENT
  EXECUTE FUNCTION count_permission_change();

-- Replaces a deleted version with an older one as dependent.
CREATE OR REPLACE TRIGGER forget_dependents
  AFTER DELETE ON versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION forget_dependents();
