-- scanning/matching runs their statements.
DROP FUNCTION IF EXISTS match_versions(bigint[], text[], text[]);
DROP FUNCTION IF EXISTS versions_to_scan(bigint[], text[], text[]);
