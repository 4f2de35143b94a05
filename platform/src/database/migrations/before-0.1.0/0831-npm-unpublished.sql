-- Unpublished versions of npm packages. Each can be published again only with the same content,
-- until an administrator releases it.
CREATE TABLE npm_unpublished (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  unpublished timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, name, version)
);
