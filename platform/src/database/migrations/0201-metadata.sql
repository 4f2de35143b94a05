CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A package is a type and a name, over all repositories. Rows never change, so that the trigrams need no upkeep.
CREATE TABLE packages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  UNIQUE (type, name)
);
CREATE INDEX packages_name_trigrams ON packages USING gin (name_lower gin_trgm_ops) WITH (fastupdate = off);

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

-- What is only read of one version at a time.
CREATE TABLE version_details (
  version_id bigint PRIMARY KEY REFERENCES versions ON DELETE CASCADE,
  description text,
  keywords text[] NOT NULL,
  dependencies jsonb NOT NULL,
  dev_dependencies jsonb NOT NULL,
  readme text
);

CREATE TABLE version_files (
  version_id bigint NOT NULL REFERENCES versions ON DELETE CASCADE,
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  lead boolean NOT NULL,
  PRIMARY KEY (version_id, file_id)
);
CREATE INDEX version_files_file ON version_files (file_id);

-- Names that move from version to version, such as npm's dist-tags.
CREATE TABLE package_tags (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  PRIMARY KEY (package_id, repo, tag)
);

-- What the list of packages shows and sorts by: a row for each repository that holds the package, and one with
-- repo '*' over all of them. A caller who may not read all repositories gets only rows of those that he may.
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
  PRIMARY KEY (package_id, repo)
) WITH (fillfactor = 90);
CREATE INDEX package_listings_name ON package_listings (repo, type, name_lower, package_id);
CREATE INDEX package_listings_created ON package_listings (repo, type, created, package_id);
CREATE INDEX package_listings_modified ON package_listings (repo, type, modified, package_id);
CREATE INDEX package_listings_downloads ON package_listings (repo, type, downloads, package_id);

-- The sum over the slots is how many packages a repository (or '*', all of them) holds.
CREATE TABLE package_counts (
  repo text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  slot smallint NOT NULL,
  packages bigint NOT NULL,
  PRIMARY KEY (repo, type, slot)
) WITH (fillfactor = 50);
