-- An index of trigrams knows letters and digits alone, and searches ask for what stands between them: `lib/`, `-1.0`. So it is of paths in
-- which each of those that paths are made of stands as a capital, of which a lowered path has none. As with the index that this one
-- stands for, what is new waits in a short list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS files_path_parts ON files
  USING gin (translate(lower(path), '/-._@', 'QXJZV') gin_trgm_ops) WITH (gin_pending_list_limit = 256);
