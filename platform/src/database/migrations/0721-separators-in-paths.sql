-- The sample of paths tells how frequent a part of a path is, which decides how it is searched for.
ALTER INDEX files_path_parts ALTER COLUMN 1 SET STATISTICS 1000;
ANALYZE files;
