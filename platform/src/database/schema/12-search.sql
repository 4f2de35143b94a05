-- What archives contain, for the search.

-- Archives by their content: equal ones are read once. There are no foreign keys to blobs here, because
-- collection takes each one for a use.
CREATE TABLE archives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL UNIQUE,
  -- How many entries it has; with `cut`, at least.
  entries integer NOT NULL,
  cut boolean NOT NULL,
  -- Why it could not be read.
  fault text,
  read timestamptz(3) NOT NULL DEFAULT now()
);

-- Paths in archives. Many archives contain the same path: the trigram index has it once.
CREATE TABLE archive_paths (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path text COLLATE "C" NOT NULL UNIQUE
);
-- What is new waits in a short list that every search reads as well.
CREATE INDEX archive_paths_trigrams ON archive_paths USING gin (lower(path) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Which archive contains which path.
CREATE TABLE archive_entries (
  path_id bigint NOT NULL REFERENCES archive_paths ON DELETE CASCADE,
  archive_id bigint NOT NULL REFERENCES archives ON DELETE CASCADE,
  PRIMARY KEY (path_id, archive_id)
);
CREATE INDEX archive_entries_archive ON archive_entries (archive_id);

-- Archives that are not read yet.
CREATE TABLE archive_queue (
  sha256 text PRIMARY KEY,
  -- How it is packed.
  kind text NOT NULL CHECK (kind IN ('zip', 'tar', 'layer')),
  queued timestamptz(3) NOT NULL DEFAULT now(),
  -- When somebody took it up last.
  claimed timestamptz(3)
);
CREATE INDEX archive_queue_order ON archive_queue (queued);
