-- What remote repositories show their upstreams; the secret is sealed. `origin`: the one it was entered for, and is shown to alone.
CREATE TABLE upstream_credentials (
  repo text PRIMARY KEY REFERENCES repositories (key) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('password', 'token')),
  username text NOT NULL DEFAULT '',
  origin text NOT NULL,
  sealed bytea NOT NULL
);
