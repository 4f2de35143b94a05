ALTER TABLE audit_events
  -- Fields before and after a change, without secrets.
  ADD COLUMN changes jsonb,
  -- Position in the hash chain; NULL until a job adds the record to the chain.
  ADD COLUMN position bigint,
  -- Keyed hash of the record and of the previous hash.
  ADD COLUMN hash bytea;
CREATE UNIQUE INDEX audit_events_position ON audit_events (position) WHERE (position IS NOT NULL);
CREATE INDEX audit_events_unchained ON audit_events (id) WHERE (position IS NULL);

-- The end of the hash chain of the audit log, and its anchor: the last record deleted by retention.
CREATE TABLE audit_chain (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  position bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '',
  anchor_position bigint NOT NULL DEFAULT 0,
  anchor_hash bytea NOT NULL DEFAULT ''
);
INSERT INTO audit_chain DEFAULT VALUES;
