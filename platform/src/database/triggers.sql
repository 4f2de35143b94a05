-- All triggers. Each calls a function of ../functions, which says what it does and why it is not TypeScript.

-- A replaced archive is queued for the search.
CREATE OR REPLACE TRIGGER files_queue_archive
  AFTER UPDATE OF sha256 ON files FOR EACH ROW WHEN ((archive_kind(new.path) IS NOT NULL))
  EXECUTE FUNCTION queue_archive();

-- New archives are queued for the search. One statement can add many files.
CREATE OR REPLACE TRIGGER files_queue_new_archives
  AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION queue_new_archives();

-- Nodes learn of a change of permissions. A trigger, because changes by an operator's own SQL count as well:
-- a revoked permission must end on every node. The row lock orders concurrent changes.
CREATE OR REPLACE TRIGGER count_permission_change
  AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON permissions FOR EACH STATEMENT
  EXECUTE FUNCTION count_permission_change();

-- A version that was indexed again can depend on other packages.
CREATE OR REPLACE TRIGGER note_changed_dependents
  AFTER UPDATE ON version_details FOR EACH ROW WHEN (((old.dependencies <> new.dependencies) OR (old.dev_dependencies <> new.dev_dependencies)))
  EXECUTE FUNCTION note_dependents();

-- A new version can depend on packages.
CREATE OR REPLACE TRIGGER note_dependents
  AFTER INSERT ON version_details FOR EACH ROW WHEN (((new.dependencies <> '{}'::jsonb) OR (new.dev_dependencies <> '{}'::jsonb)))
  EXECUTE FUNCTION note_dependents();

-- An older version takes the place of a deleted one.
CREATE OR REPLACE TRIGGER forget_dependents
  AFTER DELETE ON versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION forget_dependents();

-- A changed license can violate a policy.
CREATE OR REPLACE TRIGGER scan_changed_versions
  AFTER UPDATE OF licenses ON versions FOR EACH ROW WHEN ((old.licenses IS DISTINCT FROM new.licenses))
  EXECUTE FUNCTION queue_changed_version();

-- New versions are queued for scanning.
CREATE OR REPLACE TRIGGER scan_new_versions
  AFTER INSERT ON versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION queue_new_versions();
