-- The Sigstore bundle that a publisher sent with a version, as JSON: which build made the tarball.
ALTER TABLE npm_versions ADD COLUMN provenance text;
ALTER TYPE npm_version_to_publish ADD ATTRIBUTE provenance text;
