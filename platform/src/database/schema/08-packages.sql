-- The index of packages, over all formats.

-- A package is a type and a name, over all repositories. Rows never change, so the trigram index
-- needs no updates.
CREATE TABLE packages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  UNIQUE (type, name)
);
-- New entries are collected in a list of at most 64 KiB that every search also scans, because each
-- new name would change about 20 posting lists.
CREATE INDEX packages_name_trigrams ON packages USING gin (name_lower gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
-- The planner selects a search strategy by the frequency of parts of a name.
ALTER TABLE packages ALTER COLUMN name_lower SET STATISTICS 1000;

-- A version in one repository.
CREATE TABLE versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Has the same sort order as the versions.
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

-- Data that is read only for one version at a time.
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

-- Tags that can move between versions, such as npm's dist-tags.
CREATE TABLE package_tags (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  PRIMARY KEY (package_id, repo, tag)
);

-- Data for showing and sorting the list of packages: one row per repository that contains the
-- package, and one with repo '*' over all of them. A caller without access to all repositories gets
-- only the rows of accessible ones.
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
  -- Copied, because a page of the list is read only from this table: the name in its original case.
  name text COLLATE "C" NOT NULL,
  -- Copied, because a page of the list is read only from this table: whether the version shown is
  -- deprecated.
  deprecated boolean NOT NULL DEFAULT false,
  -- When the newest version was created, which indicates how risky a dependency is. Later changes
  -- of an old version, such as its deprecation or license, update `modified` but are not a release.
  -- Null means the same as `modified`.
  released timestamptz(3),
  PRIMARY KEY (package_id, repo)
) WITH (fillfactor = 90);
CREATE INDEX package_listings_created ON package_listings (repo, type, created, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_downloads ON package_listings (repo, type, downloads, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_modified ON package_listings (repo, type, modified, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_name ON package_listings (repo, type, name_lower, package_id);

-- The number of packages of a repository ('*' for all) is the sum over its slots.
CREATE TABLE package_counts (
  repo text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  packages bigint NOT NULL,
  PRIMARY KEY (repo, type, slot)
) WITH (fillfactor = 50);

-- Dependents of a package, with the newest of their versions that depends on it. One row per
-- package and not per version: ten versions with the same dependency are one dependent.
CREATE TABLE package_dependents (
  -- The dependency, which need not exist on this platform.
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- First characters of the dependent's name, for sorting. Names never change.
  by_lower text COLLATE "C" NOT NULL,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- As declared by the dependent, such as '^1.2.0'.
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
