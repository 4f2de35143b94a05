-- Contents of archives, for the search.

-- Archives by their content, so that equal ones are read once. There are no foreign keys to blobs,
-- because garbage collection treats each one as a use.
CREATE TABLE archives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL UNIQUE,
  -- Number of entries or, with `cut`, its minimum.
  entries integer NOT NULL,
  cut boolean NOT NULL,
  -- Why it could not be read.
  fault text,
  read timestamptz(3) NOT NULL DEFAULT now()
);

-- Paths in archives. Many archives contain the same path, and the trigram index has it once.
CREATE TABLE archive_paths (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path text COLLATE "C" NOT NULL UNIQUE
);
-- New entries are collected in a short list that every search also scans.
CREATE INDEX archive_paths_trigrams ON archive_paths USING gin (lower(path) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Which archive contains which path.
CREATE TABLE archive_entries (
  path_id bigint NOT NULL REFERENCES archive_paths ON DELETE CASCADE,
  archive_id bigint NOT NULL REFERENCES archives ON DELETE CASCADE,
  PRIMARY KEY (path_id, archive_id)
);
CREATE INDEX archive_entries_archive ON archive_entries (archive_id);

-- Archives that are not indexed yet.
CREATE TABLE archive_queue (
  sha256 text PRIMARY KEY,
  -- Archive format.
  kind text NOT NULL CHECK (kind IN ('zip', 'tar', 'layer')),
  queued timestamptz(3) NOT NULL DEFAULT now(),
  -- When a node last started to read it.
  claimed timestamptz(3)
);
CREATE INDEX archive_queue_order ON archive_queue (queued);
