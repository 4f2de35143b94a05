-- Facts about this installation.

-- Identifies this installation among others.
CREATE TABLE installation (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created timestamptz NOT NULL DEFAULT now()
);

-- A text encrypted with the key of the secrets in this database. A node whose key doesn't decrypt
-- it does not start: it would fail on every stored secret, and store new ones that the other nodes
-- cannot read.
CREATE TABLE secrets_key (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  sealed bytea NOT NULL,
  recorded timestamptz NOT NULL DEFAULT now()
);

-- Settings of the whole platform that an administrator changed, by name.
CREATE TABLE platform_settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- The image that replaces the product's own logo.
CREATE TABLE logo (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  type text NOT NULL,
  bytes bytea NOT NULL,
  hash text NOT NULL
);

-- Bytes sent to clients, by month.
CREATE TABLE transfers (
  month date PRIMARY KEY,
  bytes bigint NOT NULL
);

-- Work that an upgrade must do for all existing content. It runs in small steps while the server is
-- in use, and the console shows a notice.
CREATE TABLE index_migrations (
  name text PRIMARY KEY,
  -- The last processed package.
  after_id bigint NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL,
  finished timestamptz
);

-- Background jobs: one row per job, or one per job and node for jobs that run on each node.
CREATE TABLE jobs (
  name text NOT NULL,
  -- Empty for a job that runs on one node of the cluster at a time.
  node text NOT NULL DEFAULT '',
  -- The node that runs it. If the node is killed, another one takes over after the lease expires.
  leased_by text,
  leased_until timestamptz,
  -- When another node or an administrator last requested a run while one was in progress.
  requested timestamptz,
  next_run timestamptz,
  -- Start of the current or last run. The end, the duration in milliseconds, and the error are of
  -- the last finished run.
  started timestamptz,
  ended timestamptz,
  duration double precision,
  error text,
  -- Consecutive failed runs.
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (name, node)
);
