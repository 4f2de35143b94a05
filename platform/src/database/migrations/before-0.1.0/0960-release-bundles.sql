-- Release bundles, their content, signatures, and promotions.
CREATE TABLE signing_keys (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  public_key text NOT NULL,
  sealed bytea NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);

CREATE TABLE release_bundles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  sources text[] NOT NULL,
  artifacts integer NOT NULL,
  bytes bigint NOT NULL,
  UNIQUE (name, version)
);
CREATE INDEX release_bundles_created ON release_bundles (created DESC, id DESC);

CREATE TABLE release_bundle_artifacts (
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  file_id bigint NOT NULL REFERENCES files DEFERRABLE INITIALLY DEFERRED,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  size bigint NOT NULL,
  package_type text NOT NULL,
  package_name text,
  package_version text,
  properties jsonb NOT NULL,
  PRIMARY KEY (bundle_id, repo, path)
);
CREATE INDEX release_bundle_artifacts_file ON release_bundle_artifacts (file_id);
CREATE INDEX release_bundle_artifacts_place ON release_bundle_artifacts (repo, path);
CREATE INDEX release_bundle_artifacts_sha256 ON release_bundle_artifacts (sha256);

CREATE TABLE release_bundle_signatures (
  bundle_id bigint PRIMARY KEY REFERENCES release_bundles ON DELETE CASCADE,
  key_id text NOT NULL REFERENCES signing_keys,
  envelope text NOT NULL
);

CREATE TABLE release_bundle_promotions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  environment text NOT NULL,
  status text NOT NULL CHECK (status IN ('COMPLETED', 'FAILED')),
  included text[] NOT NULL,
  excluded text[] NOT NULL,
  repositories text[] NOT NULL,
  artifacts integer NOT NULL,
  message text NOT NULL DEFAULT '',
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);
CREATE INDEX release_bundle_promotions_bundle ON release_bundle_promotions (bundle_id, id DESC);
