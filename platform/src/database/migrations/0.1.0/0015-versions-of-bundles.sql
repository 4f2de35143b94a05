-- What the format needs in order to publish a version again, such as an npm manifest (TrashSupport). Null for plain files and for
-- artifacts that versions need, such as layers.
ALTER TABLE release_bundle_artifacts ADD COLUMN state jsonb;
ALTER TABLE received_artifacts ADD COLUMN state jsonb;
