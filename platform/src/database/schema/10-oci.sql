-- Container images.

-- Images: names in a repository, such as library/alpine. A row is inserted with the first content,
-- and deleted with the last.
CREATE TABLE docker_images (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image)
);

-- Layers and configurations of an image, by the digest that the client uses. touched is when a
-- client last pushed or requested it, and starts the grace period of garbage collection.
CREATE TABLE docker_blobs (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  touched timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image, digest)
);
CREATE INDEX docker_blobs_sha256 ON docker_blobs (sha256);
CREATE INDEX docker_blobs_touched ON docker_blobs (touched);

-- Metadata of manifests that is queried. Their content is stored as blobs.
CREATE TABLE docker_manifests (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  media_type text NOT NULL,
  size bigint NOT NULL,
  artifact_type text,
  subject text COLLATE "C",
  annotations jsonb,
  pushed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image, digest)
);
CREATE INDEX docker_manifests_sha256 ON docker_manifests (sha256);
CREATE INDEX docker_manifests_subject ON docker_manifests (repo, image, subject) WHERE (subject IS NOT NULL);

-- References of a manifest: layers, its configuration and, for an index, its manifests.
CREATE TABLE docker_references (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  needs text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, image, digest, needs),
  FOREIGN KEY (repo, image, digest) REFERENCES docker_manifests ON DELETE CASCADE
);
CREATE INDEX docker_references_needs ON docker_references (repo, image, needs);

-- Tags of images. checked is when the upstream of a remote repository was last queried for the tag.
CREATE TABLE docker_tags (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  moved timestamptz NOT NULL DEFAULT now(),
  checked timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image, tag),
  FOREIGN KEY (repo, image, digest) REFERENCES docker_manifests ON DELETE CASCADE
);
CREATE INDEX docker_tags_digest ON docker_tags (repo, image, digest);

-- Uploads in progress. Received parts are blobs, so that an upload survives a restart and any node
-- can continue it. Only the holder of the lease writes.
CREATE TABLE docker_uploads (
  id uuid PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  started_by text NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  touched timestamptz NOT NULL DEFAULT now(),
  lease uuid,
  leased_until timestamptz
);
CREATE INDEX docker_uploads_touched ON docker_uploads (touched);

-- The received parts of an upload, in order.
CREATE TABLE docker_upload_parts (
  upload uuid NOT NULL REFERENCES docker_uploads ON DELETE CASCADE,
  start bigint NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  PRIMARY KEY (upload, start)
);
CREATE INDEX docker_upload_parts_sha256 ON docker_upload_parts (sha256);

-- Tokens of Docker clients. Unlogged, because clients request new ones after a crash.
CREATE UNLOGGED TABLE docker_tokens (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  token_id uuid REFERENCES tokens ON DELETE CASCADE,
  scopes text[],
  access text[] NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX docker_tokens_expires ON docker_tokens (expires);
