-- Content by its hash, and the state of its files.

-- Referenced content. Garbage collection deletes unreferenced rows after a grace period. Every
-- foreign key to this table counts as a use.
CREATE TABLE blobs (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  sha1 text NOT NULL,
  md5 text NOT NULL,
  sha512 text,
  size bigint NOT NULL CHECK (size >= 0),
  created timestamptz NOT NULL DEFAULT now(),
  -- When the content was last stored or referenced. Start of the grace period.
  touched timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blobs_md5 ON blobs (md5);
CREATE INDEX blobs_sha1 ON blobs (sha1);
CREATE INDEX blobs_touched ON blobs (touched, sha256);
CREATE INDEX blobs_without_checksums ON blobs (created) WHERE (sha1 = '');

-- ID of the blob directory that belongs to this database. The directory contains the same ID in its
-- file store-id.
CREATE TABLE blob_folder (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  id uuid NOT NULL,
  adopted timestamptz NOT NULL DEFAULT now()
);

-- The verification of all blobs that is in progress, or the last one. It processes blobs in the
-- order of sha256.
CREATE TABLE blob_verification (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  started timestamptz,
  finished timestamptz,
  -- Last blob that was verified in this round.
  "position" text NOT NULL DEFAULT '',
  verified_count bigint NOT NULL DEFAULT 0,
  verified_bytes bigint NOT NULL DEFAULT 0,
  total_count bigint NOT NULL DEFAULT 0,
  total_bytes bigint NOT NULL DEFAULT 0,
  damaged_count bigint NOT NULL DEFAULT 0,
  -- One node verifies at a time.
  leased_by uuid,
  leased_until timestamptz
);

-- Blobs whose file is corrupted or missing. Has no foreign key to blobs, because garbage collection
-- treats every reference as a use.
CREATE TABLE damaged_blobs (
  sha256 text PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('damaged', 'missing')),
  found timestamptz NOT NULL DEFAULT now()
);
