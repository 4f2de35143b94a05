-- Every change of a package takes a number that none had before: what was rendered from another is known to be old.
CREATE SEQUENCE npm_revisions;

-- A package that a repository publishes or caches. A local one stays when all its versions are unpublished: the name is
-- still ours, and no upstream may answer for it.
CREATE TABLE npm_packages (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  revision bigint NOT NULL DEFAULT nextval('npm_revisions'),
  tags jsonb NOT NULL DEFAULT '{}',
  created timestamptz(3) NOT NULL DEFAULT now(),
  modified timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, name)
) WITH (fillfactor = 70);

-- Versions published here. Manifests are kept as the text that goes into a packument, without `dist`: it is completed
-- with the tarball's address, which depends on who asks.
CREATE TABLE npm_versions (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  full_manifest text NOT NULL,
  short_manifest text NOT NULL,
  dist text NOT NULL,
  readme text,
  published timestamptz(3) NOT NULL,
  published_by text NOT NULL,
  PRIMARY KEY (repo, name, version)
);
