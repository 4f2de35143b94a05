-- Content by repository, project, and package type, as last calculated by the job
-- calculate-storage. Kind total has two rows: key '' for all files, and key 'stored' for all stored
-- content, including content without a file.
CREATE TABLE storage_usage (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('repository', 'project', 'type', 'total')),
  key text COLLATE "C" NOT NULL,
  folders bigint NOT NULL DEFAULT 0,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  -- The same content, deduplicated.
  blobs bigint NOT NULL,
  stored_bytes bigint NOT NULL,
  calculated timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, key)
);

-- The total of each day, as of its last calculation.
CREATE TABLE storage_history (
  day date PRIMARY KEY,
  files bigint NOT NULL,
  bytes bigint NOT NULL,
  blobs bigint NOT NULL,
  stored_bytes bigint NOT NULL
);
