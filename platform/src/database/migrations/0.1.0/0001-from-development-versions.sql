-- For databases of development versions that had schema/ already: what changed there until it was frozen. Does nothing to
-- others, except that three functions are written again.
CREATE TABLE IF NOT EXISTS permission_changes (
  version bigint PRIMARY KEY,
  names text[]
);
DROP TRIGGER IF EXISTS count_permission_change ON permissions;
DROP TRIGGER IF EXISTS files_queue_archive ON files;
DROP TRIGGER IF EXISTS files_queue_new_archives ON files;
DROP TRIGGER IF EXISTS scan_changed_versions ON versions;
DROP TRIGGER IF EXISTS scan_new_versions ON versions;
DROP TRIGGER IF EXISTS note_changed_dependents ON version_details;
DROP TRIGGER IF EXISTS note_dependents ON version_details;
DROP FUNCTION IF EXISTS queue_archive();
DROP FUNCTION IF EXISTS queue_new_archives();
DROP FUNCTION IF EXISTS queue_changed_version();
DROP FUNCTION IF EXISTS queue_new_versions();
DROP FUNCTION IF EXISTS archive_kind(text);
DROP FUNCTION IF EXISTS note_dependents();
DROP FUNCTION IF EXISTS ensure_package(text, text, text);

-- They return something else now, which CREATE OR REPLACE cannot change.
DROP FUNCTION IF EXISTS index_versions(version_to_index[]);
DROP FUNCTION IF EXISTS publish_npm_versions(json);
DROP FUNCTION IF EXISTS cache_npm_tarballs(json);
DO $$ BEGIN
  IF to_regclass('definitions') IS NOT NULL THEN
    DELETE FROM definitions WHERE name IN (
      'functions/index_versions.sql', 'functions/publish_npm_versions.sql', 'functions/cache_npm_tarballs.sql');
  END IF;
END $$;
