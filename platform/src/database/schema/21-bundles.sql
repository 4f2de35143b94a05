-- Release bundles.

-- Keys that sign release bundles. The private key is encrypted with the key of the data directory.
CREATE TABLE signing_keys (
  -- sha256 of the public key in DER form.
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  public_key text NOT NULL,
  sealed bytea NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);

-- Versions of release bundles. A row is written once, together with its artifacts, and never changes.
CREATE TABLE release_bundles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  -- Descriptions of the sources of the content.
  sources text[] NOT NULL,
  artifacts integer NOT NULL,
  bytes bigint NOT NULL,
  UNIQUE (name, version)
);
CREATE INDEX release_bundles_created ON release_bundles (created DESC, id DESC);

-- The exact content of a bundle version. The foreign keys keep the file and its content while the
-- version exists. References to files are checked at commit, so that an error that names the bundle
-- comes first.
CREATE TABLE release_bundle_artifacts (
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  file_id bigint NOT NULL REFERENCES files DEFERRABLE INITIALLY DEFERRED,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  size bigint NOT NULL,
  package_type text NOT NULL,
  -- Null if the file belongs to no package.
  package_name text,
  package_version text,
  -- Values by key, when the version was created.
  properties jsonb NOT NULL,
  PRIMARY KEY (bundle_id, repo, path)
);
CREATE INDEX release_bundle_artifacts_file ON release_bundle_artifacts (file_id);
CREATE INDEX release_bundle_artifacts_place ON release_bundle_artifacts (repo, path);
CREATE INDEX release_bundle_artifacts_sha256 ON release_bundle_artifacts (sha256);

-- Signatures of bundle versions. The payload contains the exact content, and reads are compared
-- with it.
CREATE TABLE release_bundle_signatures (
  bundle_id bigint PRIMARY KEY REFERENCES release_bundles ON DELETE CASCADE,
  key_id text NOT NULL REFERENCES signing_keys,
  -- A DSSE envelope, as JSON text, because the signature covers the exact bytes.
  envelope text NOT NULL
);

-- Promotions of bundle versions to environments.
CREATE TABLE release_bundle_promotions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  environment text NOT NULL,
  status text NOT NULL CHECK (status IN ('COMPLETED', 'FAILED')),
  included text[] NOT NULL,
  excluded text[] NOT NULL,
  -- Repositories that artifacts were copied to, and how many artifacts.
  repositories text[] NOT NULL,
  artifacts integer NOT NULL,
  message text NOT NULL DEFAULT '',
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);
CREATE INDEX release_bundle_promotions_bundle ON release_bundle_promotions (bundle_id, id DESC);
