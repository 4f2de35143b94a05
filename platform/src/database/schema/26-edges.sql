-- Edges: servers that release bundles are distributed to.

-- Single-use pairing codes with which another server can become a source of bundles for this one.
CREATE TABLE edge_pairing_codes (
  code_hash text PRIMARY KEY,
  -- Name of this server, as shown on the source.
  name text NOT NULL,
  created_by text NOT NULL,
  expires timestamptz(3) NOT NULL
);

-- Servers that this one receives bundles from, and the key that verifies their signatures.
CREATE TABLE edge_sources (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  credential_hash text NOT NULL UNIQUE,
  key_id text NOT NULL,
  public_key text NOT NULL,
  paired timestamptz(3) NOT NULL DEFAULT now(),
  paired_by text NOT NULL,
  last_seen timestamptz(3)
);

-- Servers that this one distributes bundles to. The credential is encrypted with the key of the data directory.
CREATE TABLE edge_targets (
  id uuid PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  url text NOT NULL,
  sealed bytea NOT NULL,
  paired timestamptz(3) NOT NULL DEFAULT now(),
  paired_by text NOT NULL,
  last_seen timestamptz(3),
  -- Error of the last request. Empty if it succeeded.
  error text NOT NULL DEFAULT ''
);

-- Distributions of bundle versions to edges, and removals from there: the queue of the job, and the history.
CREATE TABLE distributions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  edge_id uuid NOT NULL REFERENCES edge_targets ON DELETE CASCADE,
  -- No foreign key, because a version deleted on this server can still be removed from edges.
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('distribute', 'remove')),
  create_repositories boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'completed', 'failed', 'aborted')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt timestamptz(3) NOT NULL DEFAULT now(),
  -- Content that the edge lacked, and how much of it was sent.
  blobs integer NOT NULL DEFAULT 0,
  blobs_sent integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  bytes_sent bigint NOT NULL DEFAULT 0,
  message text NOT NULL DEFAULT '',
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  finished timestamptz(3)
);
CREATE INDEX distributions_bundle ON distributions (name, version, id DESC);
CREATE INDEX distributions_open ON distributions (edge_id, id) WHERE (state IN ('waiting', 'running'));

-- Bundle versions from other servers. The envelope and the key are kept after the pairing ends.
CREATE TABLE received_bundles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id uuid REFERENCES edge_sources ON DELETE SET NULL,
  source_name text NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'receiving' CHECK (state IN ('receiving', 'complete')),
  create_repositories boolean NOT NULL,
  key_id text NOT NULL,
  public_key text NOT NULL,
  envelope text NOT NULL,
  -- When and by whom it was signed at its source.
  signed timestamptz(3) NOT NULL,
  signed_by text NOT NULL,
  artifacts integer NOT NULL,
  bytes bigint NOT NULL,
  received timestamptz(3),
  UNIQUE (name, version)
);
CREATE INDEX received_bundles_source ON received_bundles (source_id);

-- Their content. The foreign key, checked at commit, keeps the file while the version exists.
CREATE TABLE received_artifacts (
  bundle_id bigint NOT NULL REFERENCES received_bundles ON DELETE CASCADE,
  -- Null until the version is complete. Until then, none of its files are visible.
  file_id bigint REFERENCES files DEFERRABLE INITIALLY DEFERRED,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  package_type text NOT NULL,
  properties jsonb NOT NULL,
  -- Whether the distribution created the file, so that removal deletes it.
  placed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bundle_id, repo, path)
);
CREATE INDEX received_artifacts_file ON received_artifacts (file_id);
CREATE INDEX received_artifacts_place ON received_artifacts (repo, path);

-- Content of versions that are being received. The foreign key keeps it until everything has
-- arrived.
CREATE TABLE received_blobs (
  bundle_id bigint NOT NULL REFERENCES received_bundles ON DELETE CASCADE,
  sha256 text NOT NULL REFERENCES blobs,
  PRIMARY KEY (bundle_id, sha256)
);
CREATE INDEX received_blobs_sha256 ON received_blobs (sha256);

-- Parts of large files that are being received, each stored as a blob.
CREATE TABLE received_parts (
  bundle_id bigint NOT NULL REFERENCES received_bundles ON DELETE CASCADE,
  sha256 text NOT NULL,
  -- Offset of the first byte.
  start bigint NOT NULL,
  size bigint NOT NULL,
  part_sha256 text NOT NULL REFERENCES blobs,
  PRIMARY KEY (bundle_id, sha256, start)
);
CREATE INDEX received_parts_sha256 ON received_parts (part_sha256);
