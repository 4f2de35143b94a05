-- TypeScript publishes crates: platform/src/pipeline/publish.ts.
DROP FUNCTION IF EXISTS publish_crate(json, boolean);
