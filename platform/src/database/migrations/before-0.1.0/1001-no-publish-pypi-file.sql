-- TypeScript publishes distributions: platform/src/pipeline/publish.ts.
DROP FUNCTION IF EXISTS publish_pypi_file(json, bytea);
