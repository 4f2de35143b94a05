-- Facts about this installation.

-- Identifies this installation among others.
CREATE TABLE installation (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created timestamptz NOT NULL DEFAULT now()
);

-- A text encrypted with the key that encrypts the secrets in this database. A node whose key doesn't decrypt
-- it does not start: it would fail on every stored secret, and store new ones that the other nodes cannot
-- read.
CREATE TABLE secrets_key (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  sealed bytea NOT NULL,
  recorded timestamptz NOT NULL DEFAULT now()
);

-- Settings of the platform as a whole that an administrator changed, by name.
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

-- Work that an upgrade has to do for all existing content. It runs in small steps while the server is in use,
-- and the console shows a notice.
CREATE TABLE index_migrations (
  name text PRIMARY KEY,
  -- The last package that was seen to.
  after_id bigint NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL,
  finished timestamptz
);
