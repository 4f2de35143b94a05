-- Repositories, and ownership of names.

-- Repositories. Those of a new platform are inserted once, so that deleted ones do not return.
CREATE TABLE repositories (
  key text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('local', 'remote', 'virtual')),
  package_type text NOT NULL,
  description text NOT NULL DEFAULT '',
  url text,
  members text[] NOT NULL DEFAULT '{}'::text[],
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  created timestamptz NOT NULL DEFAULT now(),
  modified timestamptz NOT NULL DEFAULT now(),
  -- Prevents deleting a project with repositories.
  project_key text REFERENCES projects,
  environments text[] NOT NULL DEFAULT '{}'::text[]
);
CREATE INDEX repositories_project ON repositories (project_key);

-- Credentials for the upstreams of remote repositories. The secret is encrypted. It is sent only to
-- the origin for which it was entered.
CREATE TABLE upstream_credentials (
  repo text PRIMARY KEY REFERENCES repositories ON UPDATE CASCADE ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('password', 'token')),
  username text NOT NULL DEFAULT '',
  origin text NOT NULL,
  sealed bytea NOT NULL
);

-- Namespaces of package names (an npm scope, a Maven group, …) in which a repository has or had a
-- name, and since when. A local repository has a row for each namespace that it reserves with a
-- name. A remote repository has a row for each namespace that it served.
CREATE TABLE name_claims (
  type text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  repo text COLLATE "C" NOT NULL REFERENCES repositories ON UPDATE CASCADE ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (type, namespace, repo)
);
CREATE INDEX name_claims_repo ON name_claims (repo, type, namespace);

-- Decisions of administrators about prefixes of names in a virtual repository. They take precedence over the
-- claims.
CREATE TABLE name_rules (
  repo text COLLATE "C" NOT NULL REFERENCES repositories ON UPDATE CASCADE ON DELETE CASCADE,
  prefix text COLLATE "C" NOT NULL,
  effect text NOT NULL CHECK (effect IN ('reserved', 'lifted')),
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  PRIMARY KEY (repo, prefix)
);

-- Package names that a local repository published and of which it no longer has a version. No
-- upstream is queried for them. Names with a version need no row, because their listing shows that
-- the repository owns them.
CREATE TABLE owned_names (
  type text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  repo text COLLATE "C" NOT NULL,
  PRIMARY KEY (type, name_lower, repo)
);
CREATE INDEX owned_names_repo ON owned_names (repo, type);
