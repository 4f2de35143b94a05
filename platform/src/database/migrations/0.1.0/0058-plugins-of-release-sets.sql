-- The specifiers of the entries, to find the sets with a plugin. Null for sets from before: their envelopes have to be read.
ALTER TABLE plugin_releases ADD COLUMN specifiers text[];
