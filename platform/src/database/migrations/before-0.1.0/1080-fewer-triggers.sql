-- The statements that store files and index versions queue them: files/archiveQueue.ts, packages/scanQueue.ts.
DROP TRIGGER IF EXISTS files_queue_archive ON files;
DROP TRIGGER IF EXISTS files_queue_new_archives ON files;
DROP TRIGGER IF EXISTS scan_changed_versions ON versions;
DROP TRIGGER IF EXISTS scan_new_versions ON versions;
DROP FUNCTION IF EXISTS queue_archive();
DROP FUNCTION IF EXISTS queue_new_archives();
DROP FUNCTION IF EXISTS queue_changed_version();
DROP FUNCTION IF EXISTS queue_new_versions();
DROP FUNCTION IF EXISTS archive_kind(text);
-- index_versions writes the dependents of all its versions together.
DROP TRIGGER IF EXISTS note_changed_dependents ON version_details;
DROP TRIGGER IF EXISTS note_dependents ON version_details;
DROP FUNCTION IF EXISTS note_dependents();
-- They get other results.
DROP FUNCTION IF EXISTS index_versions(version_to_index[]);
DROP FUNCTION IF EXISTS publish_npm_versions(json);
DROP FUNCTION IF EXISTS cache_npm_tarballs(json);
