-- Blobs whose file is damaged or missing. No reference to blobs: collection takes every reference for a use.
CREATE TABLE damaged_blobs (
  sha256 text PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('damaged', 'missing')),
  found timestamptz NOT NULL DEFAULT now()
);

-- The round of verification in progress, or the last one. It goes through blobs in the order of sha256.
CREATE TABLE blob_verification (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  started timestamptz,
  finished timestamptz,
  -- The last one that was verified in this round.
  position text NOT NULL DEFAULT '',
  verified_count bigint NOT NULL DEFAULT 0,
  verified_bytes bigint NOT NULL DEFAULT 0,
  total_count bigint NOT NULL DEFAULT 0,
  total_bytes bigint NOT NULL DEFAULT 0,
  damaged_count bigint NOT NULL DEFAULT 0,
  -- One node verifies at a time.
  leased_by uuid,
  leased_until timestamptz
);
INSERT INTO blob_verification DEFAULT VALUES;
