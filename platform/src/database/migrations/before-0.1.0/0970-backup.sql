-- When and where the server backs itself up. No row: it doesn't.
CREATE TABLE backup_settings (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  -- A directory that every node reaches by this path.
  target text NOT NULL,
  -- By schedule; backups that an administrator requests are made in any case.
  enabled boolean NOT NULL,
  -- In the time zone of the server.
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  -- Days of the week; 0 is Sunday.
  days integer[] NOT NULL,
  -- How many backups remain in the target.
  keep integer NOT NULL CHECK (keep >= 1),
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- Requested, running, and finished backups. A list for administrators: the target alone decides which backups exist.
CREATE TABLE backup_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested timestamptz NOT NULL DEFAULT now(),
  -- A user, or null for the schedule.
  requested_by text,
  target text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'succeeded', 'failed')),
  -- Counted when a node begins it: one that ends the server each time is given up.
  attempts integer NOT NULL DEFAULT 0,
  node text,
  started timestamptz,
  ended timestamptz,
  -- Of a running backup: database or blobs, and how many tables or bytes of how many.
  phase text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  -- Of a backup that succeeded: its directory in the target, and bytes.
  name text,
  database_bytes bigint,
  blob_count bigint,
  blob_bytes bigint,
  -- Those that earlier backups in the target did not have.
  copied_bytes bigint,
  -- Blobs that are damaged or missing in the data directory.
  missing_blobs bigint,
  error text
);
CREATE INDEX backup_runs_requested ON backup_runs (requested DESC, id DESC);
CREATE INDEX backup_runs_unfinished ON backup_runs (id) WHERE (state IN ('waiting', 'running'));
