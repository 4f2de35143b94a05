-- A file is a path in a repository that refers to bytes. Folders are what the paths imply, and no rows.
CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL CHECK (path <> '' AND path NOT LIKE '/%'),
  sha256 text NOT NULL REFERENCES blobs (sha256),
  mime_type text NOT NULL,
  created timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  modified timestamptz(3) NOT NULL,
  modified_by text NOT NULL,
  downloads bigint NOT NULL DEFAULT 0,
  last_downloaded timestamptz(3),
  UNIQUE (repo, path)
) WITH (fillfactor = 90);
-- For collection, and for finding files by checksum.
CREATE INDEX files_sha256 ON files (sha256);

CREATE TABLE file_properties (
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (file_id, key, value)
);

-- How many files a repository holds is the sum over its slots: with one row for each, publishers would wait for each other.
CREATE TABLE file_counts (
  repo text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  files bigint NOT NULL,
  PRIMARY KEY (repo, slot)
) WITH (fillfactor = 50);
