-- The states of background jobs.
CREATE TABLE jobs (
  name text NOT NULL,
  node text NOT NULL DEFAULT '',
  leased_by text,
  leased_until timestamptz,
  requested timestamptz,
  next_run timestamptz,
  started timestamptz,
  ended timestamptz,
  duration double precision,
  error text,
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (name, node)
);
