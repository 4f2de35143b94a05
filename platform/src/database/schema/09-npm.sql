-- npm packages.

-- Revisions of packuments. Each change of an npm package takes the next one.
CREATE SEQUENCE npm_revisions;

-- A package that a repository publishes or caches. A local one is kept when all its versions are
-- unpublished: the name remains reserved, and no upstream is queried for it.
CREATE TABLE npm_packages (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  revision bigint NOT NULL DEFAULT nextval('npm_revisions'::regclass),
  tags jsonb NOT NULL DEFAULT '{}'::jsonb,
  created timestamptz(3) NOT NULL DEFAULT now(),
  modified timestamptz(3) NOT NULL DEFAULT now(),
  -- When the upstream was last queried, for each form of a packument.
  short_checked timestamptz,
  full_checked timestamptz,
  PRIMARY KEY (repo, name)
) WITH (fillfactor = 70);

-- Published versions. Manifests are stored as text for the packument, without dist, whose URL
-- depends on the URL that the client used.
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

-- Unpublished versions. Each can be published again only with the same content, until an
-- administrator releases it.
CREATE TABLE npm_unpublished (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  unpublished timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, name, version)
);

-- Packuments of an upstream: compressed JSON with placeholders for the URLs of tarballs.
CREATE TABLE npm_upstream_packuments (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  form text NOT NULL CHECK (form IN ('full', 'short')),
  body bytea NOT NULL,
  hash text NOT NULL,
  etag text,
  last_modified text,
  -- URLs of tarballs that differ from an upstream's usual URLs, by version.
  odd_tarballs jsonb NOT NULL,
  PRIMARY KEY (repo, name, form)
);
ALTER TABLE npm_upstream_packuments ALTER COLUMN body SET STORAGE EXTERNAL;

-- Cached tarballs that are not indexed yet.
CREATE TABLE npm_index_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  UNIQUE (repo, name, version)
);

-- An argument of publish_npm_versions.
CREATE TYPE npm_version_to_publish AS (
  place integer,
  repo text,
  name text,
  version text,
  full_manifest text,
  short_manifest text,
  dist text,
  readme text,
  published_by text,
  new_tags text[],
  path text,
  folders text[],
  mime_type text,
  sha256 text,
  sha1 text,
  md5 text,
  sha512 text,
  size bigint,
  lower_name text,
  sort_key text,
  prerelease boolean,
  licenses text[],
  deprecated text,
  description text,
  keywords text[],
  dependencies jsonb,
  dev_dependencies jsonb,
  shown_readme text
);
