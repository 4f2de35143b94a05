-- When the bytes were last put or referred to: collection leaves them alone for a while after that.
ALTER TABLE blobs ADD COLUMN touched timestamptz NOT NULL DEFAULT now();
CREATE INDEX blobs_touched ON blobs (touched, sha256);
