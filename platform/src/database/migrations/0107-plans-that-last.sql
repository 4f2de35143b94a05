-- Planned while its tables were nearly empty, a statement reads all of them until they are analysed next: a minute of publishing
-- may bring thousands of rows. Everything here is found by an index.
ALTER FUNCTION publish_npm_versions(json) SET enable_seqscan = off;
