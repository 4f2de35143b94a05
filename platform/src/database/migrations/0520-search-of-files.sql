-- Files are found by any part of their path, sorted by name or by change. The name is kept in lower case (of ASCII alone, as the
-- collation has it), so that the order of a list and what is asked for agree.
ALTER TABLE files ADD COLUMN name_lower text COLLATE "C" GENERATED ALWAYS AS (lower(substring(path FROM '[^/]*$'))) STORED;
CREATE INDEX files_name ON files (name_lower, id) INCLUDE (repo);
CREATE INDEX files_modified ON files (modified, id) INCLUDE (repo);
-- A file is put often and searched seldom: what is new waits in a short list, which every search reads as well.
CREATE INDEX files_path_trigrams ON files USING gin (lower(path) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- How frequent a part of a path is decides how it is searched for.
ALTER INDEX files_path_trigrams ALTER COLUMN 1 SET STATISTICS 1000;
-- A value may be longer than an entry of an index.
CREATE INDEX file_properties_value ON file_properties (key, left(value, 200), file_id);
