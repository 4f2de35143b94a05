-- Blobs whose file is corrupted or missing. Has no foreign key to blobs, because garbage collection
-- treats every reference as a use.
CREATE TABLE damaged_blobs (
  sha256 text PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('damaged', 'missing')),
  found timestamptz NOT NULL DEFAULT now()
);

-- The verification round in progress, or the last one. It processes blobs in the order of sha256.
CREATE TABLE blob_verification (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  started timestamptz,
  finished timestamptz,
  -- Last blob that was verified in this round.
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
