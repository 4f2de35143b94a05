-- The index of packages, over all formats.

-- A package is a type and a name, over all repositories. Rows never change, so that the trigram index needs
-- no upkeep.
CREATE TABLE packages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  UNIQUE (type, name)
);
-- What is new waits in a list of at most 64 KiB that every search reads as well: each new name would change some 20 posting lists.
CREATE INDEX packages_name_trigrams ON packages USING gin (name_lower gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
-- How frequent a part of a name is decides how it is searched for.
ALTER TABLE packages ALTER COLUMN name_lower SET STATISTICS 1000;

-- A version as one repository holds it.
CREATE TABLE versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Sorts as the versions do.
  sort_key text COLLATE "C" NOT NULL,
  prerelease boolean NOT NULL,
  created timestamptz(3) NOT NULL,
  modified timestamptz(3) NOT NULL,
  size bigint NOT NULL,
  downloads bigint NOT NULL DEFAULT 0,
  lead_path text COLLATE "C" NOT NULL,
  licenses text[] NOT NULL,
  deprecated text,
  UNIQUE (package_id, sort_key, name, repo)
) WITH (fillfactor = 90);

-- What is only read for one version at a time.
CREATE TABLE version_details (
  version_id bigint PRIMARY KEY REFERENCES versions ON DELETE CASCADE,
  description text,
  keywords text[] NOT NULL,
  dependencies jsonb NOT NULL,
  dev_dependencies jsonb NOT NULL,
  readme text
);

-- The files of a version.
CREATE TABLE version_files (
  version_id bigint NOT NULL REFERENCES versions ON DELETE CASCADE,
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  PRIMARY KEY (version_id, file_id)
);
CREATE INDEX version_files_file ON version_files (file_id);

-- Tags that move from version to version, such as npm's dist-tags.
CREATE TABLE package_tags (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  PRIMARY KEY (package_id, repo, tag)
);

-- What the list of packages shows and sorts by: one row per repository that holds the package, and one with
-- repo '*' over all of them. A caller who can't read all repositories gets only the rows of those that they
-- can read.
CREATE TABLE package_listings (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL,
  modified timestamptz(3) NOT NULL,
  downloads bigint NOT NULL,
  versions_count integer NOT NULL,
  latest_version text,
  latest_key text COLLATE "C",
  description text,
  licenses text[] NOT NULL,
  tags text[] NOT NULL,
  -- A page of the list is read from its listings alone: the name as it is written stands there too.
  name text COLLATE "C" NOT NULL,
  -- A page of the list is read from its listings alone: whether the version that each shows is deprecated
  -- stands there too.
  deprecated boolean NOT NULL DEFAULT false,
  -- How long ago a package had its last release tells how risky it is to build on. What is only said about an
  -- old one later, that it is deprecated or under which licence it is, moves `modified`, and is no release.
  -- When the newest version was made; null: when the package was modified.
  released timestamptz(3),
  PRIMARY KEY (package_id, repo)
) WITH (fillfactor = 90);
CREATE INDEX package_listings_created ON package_listings (repo, type, created, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_downloads ON package_listings (repo, type, downloads, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_modified ON package_listings (repo, type, modified, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_name ON package_listings (repo, type, name_lower, package_id);

-- The number of packages of a repository ('*': of all) is the sum over its slots.
CREATE TABLE package_counts (
  repo text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  packages bigint NOT NULL,
  PRIMARY KEY (repo, type, slot)
) WITH (fillfactor = 50);

-- Which packages depend on a package, with the newest of their versions that does. One row per package and
-- not per version: ten versions with the same dependency are one dependent.
CREATE TABLE package_dependents (
  -- What is depended on; it need not be here.
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The beginning of who depends on it, to sort by. Names never change.
  by_lower text COLLATE "C" NOT NULL,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- As the package says it: '^1.2.0'.
  range text NOT NULL,
  development boolean NOT NULL,
  PRIMARY KEY (type, name, by_lower, package_id, repo)
) WITH (fillfactor = 90);
CREATE INDEX package_dependents_by ON package_dependents (package_id, repo);

-- An argument of index_versions.
CREATE TYPE version_to_index AS (
  repo text,
  type text,
  name text,
  lower_name text,
  version text,
  sort_key text,
  prerelease boolean,
  created timestamptz,
  size bigint,
  lead_path text,
  paths text[],
  licenses text[],
  deprecated text,
  description text,
  keywords text[],
  dependencies jsonb,
  dev_dependencies jsonb,
  readme text,
  tags text[]
);
