-- How people come in, as administrators set it; what is secret of it is sealed apart.
CREATE TABLE access_settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  sealed bytea,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- What happened at the doors. Users are named, not referred to: the record outlives them.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time timestamptz NOT NULL DEFAULT now(),
  event text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('success', 'failure')),
  user_name text NOT NULL DEFAULT '',
  by_user text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  client text NOT NULL DEFAULT '',
  detail text NOT NULL DEFAULT ''
);
CREATE INDEX audit_events_user ON audit_events (user_name, id);
CREATE INDEX audit_events_event ON audit_events (event, id);
CREATE INDEX audit_events_time ON audit_events (time);

ALTER TABLE users ADD COLUMN password_changed timestamptz NOT NULL DEFAULT now();
