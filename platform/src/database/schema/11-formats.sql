-- Metadata of other formats, in addition to their files.

-- Each change of a Helm repository takes the next value, so that nodes know whether their index is
-- current.
CREATE SEQUENCE helm_changes;

-- Parent group:artifact:version of POMs. A POM's index entry is updated when its parent is added or
-- changed.
CREATE TABLE maven_parents (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  parent text COLLATE "C" NOT NULL
);
CREATE INDEX maven_parents_parent ON maven_parents (parent);

-- Imports of POMs that manage versions of dependencies. A POM's index entry is updated when an
-- import is added or changed.
CREATE TABLE maven_imports (
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  bom text COLLATE "C" NOT NULL,
  PRIMARY KEY (file_id, bom)
);
CREATE INDEX maven_imports_bom ON maven_imports (bom);

-- Prefixes of a group's plugins on the command line.
CREATE TABLE maven_plugins (
  repo text COLLATE "C" NOT NULL,
  group_name text COLLATE "C" NOT NULL,
  artifact text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (repo, group_name, artifact)
);

-- Added or changed POMs. POMs that inherit from them or import them are updated later, each in its
-- own transaction.
CREATE TABLE maven_pom_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  pom text COLLATE "C" NOT NULL
);

-- Python projects that a repository publishes. A row is kept when all files are deleted: the name
-- remains reserved, and no upstream is queried for it. Names are normalized as PEP 503 defines.
CREATE TABLE pypi_projects (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, name)
);

-- Distributions that a repository publishes or caches: metadata of a file in the index.
CREATE TABLE pypi_files (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  -- As normalized by PEP 440.
  version text COLLATE "C" NOT NULL,
  filename text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bdist_wheel', 'sdist', 'bdist_egg')),
  python text NOT NULL,
  requires_python text,
  blake2 text NOT NULL,
  -- Original bytes of METADATA or PKG-INFO.
  metadata bytea NOT NULL,
  metadata_sha256 text NOT NULL,
  -- Reason for yanking, possibly empty. NULL if not yanked.
  yanked text,
  uploaded timestamptz(3) NOT NULL DEFAULT now(),
  uploaded_by text NOT NULL,
  UNIQUE (repo, project, filename)
);

-- URL of a page of an upstream's index, after redirects. Links on the page are relative to it.
CREATE TABLE pypi_upstream_pages (
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (repo, path)
);

-- Crates that a repository publishes. A row is kept when all versions are deleted: the name remains
-- reserved, and no upstream is queried for it. Names that differ only in case, or in - and _, are
-- the same.
CREATE TABLE cargo_crates (
  repo text COLLATE "C" NOT NULL,
  -- Lowercase, with - for _.
  canonical text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, canonical)
);

-- Versions of crates that a repository publishes or caches.
CREATE TABLE cargo_versions (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Name in lowercase, as in URLs.
  lower_name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- Version without its build metadata. Must be unique.
  precedence text COLLATE "C" NOT NULL,
  -- Index entry, without fields that can change.
  entry jsonb NOT NULL,
  yanked boolean NOT NULL DEFAULT false,
  published timestamptz(3) NOT NULL DEFAULT now(),
  published_by text NOT NULL,
  UNIQUE (repo, lower_name, precedence)
);

-- Charts of a repository, as its index lists them.
CREATE TABLE helm_charts (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL,
  -- Chart.yaml and the digest.
  entry jsonb NOT NULL,
  change bigint NOT NULL DEFAULT nextval('helm_changes'::regclass),
  PRIMARY KEY (repo, name, version),
  UNIQUE (repo, path)
);
CREATE INDEX helm_charts_changes ON helm_charts (repo) INCLUDE (change, created);

-- NuGet packages that a repository publishes or caches.
CREATE TABLE nuget_versions (
  repo text COLLATE "C" NOT NULL,
  -- Names and versions are case-insensitive.
  lower_id text COLLATE "C" NOT NULL,
  lower_version text COLLATE "C" NOT NULL,
  -- Name in the index, in its original case.
  id text COLLATE "C" NOT NULL,
  -- As published, with build metadata.
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  prerelease boolean NOT NULL,
  -- Whether clients need support for Semantic Versioning 2.
  semver2 boolean NOT NULL,
  listed boolean NOT NULL DEFAULT true,
  published timestamptz(3) NOT NULL,
  path text COLLATE "C" NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (repo, lower_id, lower_version),
  UNIQUE (repo, path)
);
CREATE INDEX nuget_versions_id ON nuget_versions (lower_id);
