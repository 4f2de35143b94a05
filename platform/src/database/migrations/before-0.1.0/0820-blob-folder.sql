-- ID of the blob directory that belongs to this database. The directory contains the same ID in its
-- file store-id.
CREATE TABLE blob_folder (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  adopted timestamptz NOT NULL DEFAULT now()
);
