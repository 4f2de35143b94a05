-- Outgoing proxies, and the services that use them by default.
CREATE TABLE proxies (
  key text COLLATE "C" PRIMARY KEY,
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  username text NOT NULL DEFAULT '',
  sealed bytea,
  no_proxy text[] NOT NULL DEFAULT '{}'::text[],
  resolves_names boolean NOT NULL DEFAULT false,
  created timestamptz NOT NULL DEFAULT now(),
  modified timestamptz NOT NULL DEFAULT now()
);

-- The default proxy of each service, for requests without an explicit proxy. The row for service
-- 'all' is the platform's default, for services without a row.
CREATE TABLE proxy_defaults (
  service text COLLATE "C" PRIMARY KEY,
  proxy text COLLATE "C" NOT NULL REFERENCES proxies ON DELETE CASCADE
);
CREATE INDEX proxy_defaults_proxy ON proxy_defaults (proxy);
