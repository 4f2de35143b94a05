-- The ID of the blob directory that belongs to this database; the directory has the same in its file store-id.
CREATE TABLE blob_folder (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  adopted timestamptz NOT NULL DEFAULT now()
);
