-- A Python project that a repository publishes. It stays when all its files are deleted: the name is still ours, and no upstream may
-- answer for it. Names are normalised as PEP 503 says.
CREATE TABLE pypi_projects (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, name)
);

-- The distributions that a repository publishes or caches: what an index says of a file beside its bytes.
CREATE TABLE pypi_files (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  -- As PEP 440 spells it.
  version text COLLATE "C" NOT NULL,
  filename text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bdist_wheel', 'sdist', 'bdist_egg')),
  python text NOT NULL,
  requires_python text,
  blake2 text NOT NULL,
  -- METADATA or PKG-INFO, byte by byte.
  metadata bytea NOT NULL,
  metadata_sha256 text NOT NULL,
  -- Why it was yanked, maybe nothing; NULL where it was not.
  yanked text,
  uploaded timestamptz(3) NOT NULL DEFAULT now(),
  uploaded_by text NOT NULL,
  UNIQUE (repo, project, filename)
);

-- Where a page of an upstream's index came from, after redirects: its links are relative to that.
CREATE TABLE pypi_upstream_pages (
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (repo, path)
);
