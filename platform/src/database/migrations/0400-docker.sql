-- Images: names below a repository, `library/alpine`. One row comes with the first bytes, and goes when nothing is left.
CREATE TABLE docker_images (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image)
);

-- Layers and configurations that an image has, by the digest that its client uses. `touched` is when a client last put one there or
-- looked whether it is there: collection leaves it alone for a while after that.
CREATE TABLE docker_blobs (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs (sha256),
  touched timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image, digest)
);
CREATE INDEX docker_blobs_sha256 ON docker_blobs (sha256);
CREATE INDEX docker_blobs_touched ON docker_blobs (touched);

-- The bytes of a manifest are a blob; here is what is asked of it.
CREATE TABLE docker_manifests (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs (sha256),
  media_type text NOT NULL,
  size bigint NOT NULL,
  artifact_type text,
  subject text COLLATE "C",
  annotations jsonb,
  pushed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, image, digest)
);
CREATE INDEX docker_manifests_sha256 ON docker_manifests (sha256);
CREATE INDEX docker_manifests_subject ON docker_manifests (repo, image, subject) WHERE subject IS NOT NULL;

-- What a manifest needs: layers, its configuration, and of an index its manifests.
CREATE TABLE docker_references (
  repo text COLLATE "C" NOT NULL,
  image text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  needs text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, image, digest, needs),
  FOREIGN KEY (repo, image, digest) REFERENCES docker_manifests ON DELETE CASCADE
);
CREATE INDEX docker_references_needs ON docker_references (repo, image, needs);

-- `checked`: of a remote repository, when the upstream was last asked where the tag stands.
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

-- Uploads on their way. What has arrived is kept in parts, which are blobs: it outlives the process, and any node can go on with it.
-- Who writes holds the lease.
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
CREATE TABLE docker_upload_parts (
  upload uuid NOT NULL REFERENCES docker_uploads ON DELETE CASCADE,
  start bigint NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL REFERENCES blobs (sha256),
  PRIMARY KEY (upload, start)
);
CREATE INDEX docker_upload_parts_sha256 ON docker_upload_parts (sha256);

-- Tokens for a few minutes: whoever loses one in a crash is given another. They end with the user, or the token, that they stand for.
CREATE UNLOGGED TABLE docker_tokens (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  token_id uuid REFERENCES tokens (id) ON DELETE CASCADE,
  scopes text[],
  access text[] NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX docker_tokens_expires ON docker_tokens (expires);
