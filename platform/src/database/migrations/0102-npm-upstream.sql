-- What of an upstream's packages is known, and when it was asked last, for each form of a packument.
ALTER TABLE npm_packages
  ADD COLUMN short_checked timestamptz,
  ADD COLUMN full_checked timestamptz;

-- Packuments of an upstream: compressed JSON with marks in place of the tarballs' addresses.
CREATE TABLE npm_upstream_packuments (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  form text NOT NULL CHECK (form IN ('full', 'short')),
  body bytea NOT NULL,
  hash text NOT NULL,
  etag text,
  last_modified text,
  -- Addresses of tarballs that are not where an upstream usually has them, by version.
  odd_tarballs jsonb NOT NULL,
  PRIMARY KEY (repo, name, form)
);
-- It is compressed already.
ALTER TABLE npm_upstream_packuments ALTER COLUMN body SET STORAGE EXTERNAL;

-- Cached tarballs that are still to be looked into.
CREATE TABLE npm_index_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  UNIQUE (repo, name, version)
);
