-- State of the running servers, for operators.

-- The nodes that share this database. Each writes a heartbeat; a node without a recent one is offline.
CREATE TABLE nodes (
  -- As in the file `node-id` of its data directory.
  id text PRIMARY KEY,
  started timestamptz NOT NULL,
  heartbeat timestamptz NOT NULL,
  -- Whether it stopped gracefully.
  stopped boolean NOT NULL DEFAULT false,
  version text NOT NULL,
  -- Names of the services that it runs.
  services text[] NOT NULL,
  -- HEALTHY, DEGRADED, or UNHEALTHY as of the last heartbeat, and the reason.
  state text NOT NULL DEFAULT 'HEALTHY',
  message text NOT NULL DEFAULT ''
);
