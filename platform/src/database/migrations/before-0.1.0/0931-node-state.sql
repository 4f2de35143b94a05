-- The state of a node as of its last heartbeat.
ALTER TABLE nodes
  ADD COLUMN state text NOT NULL DEFAULT 'HEALTHY',
  ADD COLUMN message text NOT NULL DEFAULT '';
