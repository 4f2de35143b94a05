-- Content of each repository, project, and package type by day. A day on which it did not change
-- has no row. A repository that was emptied or deleted has a row of zeros.
CREATE TABLE storage_growth (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('repository', 'project', 'type')),
  key text COLLATE "C" NOT NULL,
  day date NOT NULL,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  blobs bigint NOT NULL,
  stored_bytes bigint NOT NULL,
  PRIMARY KEY (kind, key, day)
);

-- Stored bytes added in the 30 days before the calculation. Null: not recorded for that long.
ALTER TABLE storage_usage ADD COLUMN grown_bytes bigint;
