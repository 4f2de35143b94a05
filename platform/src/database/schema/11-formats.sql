-- What other formats keep beside their files.

-- Each change of a Helm repository takes the next one, so that nodes know whether their index is current.
CREATE SEQUENCE helm_changes;

-- Which POM inherits from which group:artifact:version. Its index entry is updated when the parent arrives or
-- changes.
CREATE TABLE maven_parents (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  parent text COLLATE "C" NOT NULL
);
CREATE INDEX maven_parents_parent ON maven_parents (parent);

-- Which POM takes versions of its dependencies from another by an import. Its index entry is updated when the
-- other arrives or changes.
CREATE TABLE maven_imports (
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  bom text COLLATE "C" NOT NULL,
  PRIMARY KEY (file_id, bom)
);
CREATE INDEX maven_imports_bom ON maven_imports (bom);

-- The prefixes by which a command line names plugins of a group.
CREATE TABLE maven_plugins (
  repo text COLLATE "C" NOT NULL,
  group_name text COLLATE "C" NOT NULL,
  artifact text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (repo, group_name, artifact)
);

-- POMs that arrived or changed. Those that inherit from them or import them are updated later, each in its
-- own transaction.
CREATE TABLE maven_pom_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  pom text COLLATE "C" NOT NULL
);

-- Python projects that a repository publishes. A row stays when all files are deleted: the name stays
-- reserved, and no upstream answers for it. Names are normalized as PEP 503 defines.
CREATE TABLE pypi_projects (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, name)
);

-- Distributions that a repository publishes or caches: what an index says about a file.
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

-- Crates that a repository publishes. A row stays when all versions are deleted: the name stays reserved, and
-- no upstream answers for it. Names that differ only in case, or in - and _, are the same.
CREATE TABLE cargo_crates (
  repo text COLLATE "C" NOT NULL,
  -- Lower case, with - for _.
  canonical text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (repo, canonical)
);

-- Versions of crates that a repository publishes or caches.
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
  -- Names and versions are the same whatever their capitals.
  lower_id text COLLATE "C" NOT NULL,
  lower_version text COLLATE "C" NOT NULL,
  -- As the index names the package.
  id text COLLATE "C" NOT NULL,
  -- As it was published, with what follows a plus sign.
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  prerelease boolean NOT NULL,
  -- Whether clients from before Semantic Versioning 2 can do with it.
  semver2 boolean NOT NULL,
  listed boolean NOT NULL DEFAULT true,
  published timestamptz(3) NOT NULL,
  path text COLLATE "C" NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (repo, lower_id, lower_version),
  UNIQUE (repo, path)
);
CREATE INDEX nuget_versions_id ON nuget_versions (lower_id);
