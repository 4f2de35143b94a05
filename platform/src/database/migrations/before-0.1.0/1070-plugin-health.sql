-- Successful loads of a version of a plugin, by hour (UTC).
CREATE TABLE plugin_loads (
  hour timestamptz NOT NULL,
  plugin text NOT NULL,
  version text NOT NULL,
  loads bigint NOT NULL,
  -- Sums, in milliseconds.
  load_ms bigint NOT NULL,
  mount_ms bigint NOT NULL,
  -- Longest load and mount together, in milliseconds.
  longest_ms bigint NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  PRIMARY KEY (hour, plugin, version)
);

-- Failures of a version of a plugin with one message, by hour (UTC).
CREATE TABLE plugin_failures (
  hour timestamptz NOT NULL,
  plugin text NOT NULL,
  version text NOT NULL,
  -- load, start, mount, run, or unmount.
  stage text NOT NULL,
  -- Of class, error, and message.
  hash text NOT NULL,
  class text NOT NULL,
  -- Name of the error class; empty if unknown.
  error text NOT NULL,
  message text NOT NULL,
  failures bigint NOT NULL,
  browsers text[] NOT NULL,
  -- Versions of the console.
  shells text[] NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  PRIMARY KEY (hour, plugin, version, stage, hash)
);
