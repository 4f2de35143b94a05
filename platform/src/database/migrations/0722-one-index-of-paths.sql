-- By itself, as nobody reads files meanwhile.
DROP INDEX IF EXISTS files_path_trigrams;
