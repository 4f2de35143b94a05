-- Bytes that something refers to. Collection deletes a row that nothing refers to, past a grace period.
CREATE TABLE blobs (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  sha1 text NOT NULL,
  md5 text NOT NULL,
  sha512 text,
  size bigint NOT NULL CHECK (size >= 0),
  created timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX blobs_sha1 ON blobs (sha1);
CREATE INDEX blobs_md5 ON blobs (md5);
