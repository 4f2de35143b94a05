-- A crate that a repository publishes. It stays when all its versions are deleted: the name is still ours, and no upstream may answer
-- for it. Names that differ in case, or in - and _ alone, are one.
CREATE TABLE cargo_crates (
  repo text COLLATE "C" NOT NULL,
  -- Lower case, with - for _.
  canonical text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, canonical)
);

-- The versions that a repository publishes or caches.
CREATE TABLE cargo_versions (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The name in lower case, as addresses have it.
  lower_name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- The version without its build metadata: there is one of each.
  precedence text COLLATE "C" NOT NULL,
  -- The line of the index, without what can change.
  entry jsonb NOT NULL,
  yanked boolean NOT NULL DEFAULT false,
  description text,
  published timestamptz(3) NOT NULL DEFAULT now(),
  published_by text NOT NULL,
  UNIQUE (repo, lower_name, precedence)
);
