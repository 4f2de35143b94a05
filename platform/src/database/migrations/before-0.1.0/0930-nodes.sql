-- Heartbeats of the nodes.
CREATE TABLE nodes (
  id text PRIMARY KEY,
  started timestamptz NOT NULL,
  heartbeat timestamptz NOT NULL,
  stopped boolean NOT NULL DEFAULT false,
  version text NOT NULL,
  services text[] NOT NULL
);
