-- Files in repositories.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A file is a path in a repository that refers to a blob. Folders follow from the paths and have no rows.
CREATE TABLE files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL CHECK ((path <> '') AND (path NOT LIKE '/%')),
  sha256 text NOT NULL REFERENCES blobs,
  mime_type text NOT NULL,
  created timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  modified timestamptz(3) NOT NULL,
  modified_by text NOT NULL,
  downloads bigint NOT NULL DEFAULT 0,
  last_downloaded timestamptz(3),
  -- For searching files by any part of their path, sorted by name or change. The name is lowercase
  -- (ASCII only, according to the collation), so that the order of a list matches the search term.
  name_lower text COLLATE "C" GENERATED ALWAYS AS (lower(substring(path, '[^/]*$'))) STORED,
  UNIQUE (repo, path)
) WITH (fillfactor = 90);
CREATE INDEX files_modified ON files (modified, id) INCLUDE (repo);
CREATE INDEX files_name ON files (name_lower, id) INCLUDE (repo);
-- Separators are mapped to letters, so that trigrams contain them. New entries are collected in a
-- short list that every search also scans, because writes are frequent and searches are rare.
CREATE INDEX files_path_parts ON files USING gin (translate(lower(path), '/-._@', 'QXJZV') gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX files_sha256 ON files (sha256);
-- The planner selects a search strategy by the frequency of parts of a path.
ALTER INDEX files_path_parts ALTER COLUMN 1 SET STATISTICS 1000;

-- Properties of files.
CREATE TABLE file_properties (
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (file_id, key, value)
);
CREATE INDEX file_properties_value ON file_properties (key, left(value, 200), file_id);

-- The number of files of a repository is the sum over its slots. With a single row, uploads would
-- block each other.
CREATE TABLE file_counts (
  repo text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  files bigint NOT NULL,
  PRIMARY KEY (repo, slot)
) WITH (fillfactor = 50);

-- Upstream metadata of a file in a generic remote repository: the time of the last request, and the
-- headers that identify a change.
CREATE TABLE upstream_files (
  repo text NOT NULL,
  path text NOT NULL,
  etag text,
  last_modified text,
  checked timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, path)
);

-- Cached pages of an upstream's index, for internal use. They are not in files, so that they have
-- no URL and do not appear in the tree or in searches. Their paths begin with two slashes.
CREATE TABLE upstream_pages (
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL REFERENCES blobs,
  modified timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, path)
);
CREATE INDEX upstream_pages_sha256 ON upstream_pages (sha256);

-- A user's favorites in the tree.
CREATE TABLE favourites (
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_name, repo, path)
);

-- Files that a user selected to download together, because the list is too long for a URL.
CREATE TABLE chosen_downloads (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_name text NOT NULL,
  nodes jsonb NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX chosen_downloads_created ON chosen_downloads (created);

-- An argument of put_files.
CREATE TYPE file_to_put AS (
  repo text,
  path text,
  folders text[],
  sha256 text,
  mime_type text,
  put_at timestamptz,
  put_by text
);
