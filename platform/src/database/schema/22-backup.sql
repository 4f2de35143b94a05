-- Backups.

-- Schedule and target of automatic backups. Without a row, there are none.
CREATE TABLE backup_settings (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  -- A directory with the same path on every node.
  target text NOT NULL,
  -- Whether the schedule is active. Administrators can request backups in any case.
  enabled boolean NOT NULL,
  -- In the time zone of the server.
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  -- Days of the week; 0 is Sunday.
  days integer[] NOT NULL,
  -- Number of backups to keep in the target.
  keep integer NOT NULL CHECK (keep >= 1),
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- Requested, running, and finished backups, for administrators. Which backups exist is determined
-- by the target only.
CREATE TABLE backup_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested timestamptz NOT NULL DEFAULT now(),
  -- A user, or null for the schedule.
  requested_by text,
  target text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'succeeded', 'failed')),
  -- Incremented when a node starts it, so that a backup that crashes the server is abandoned.
  attempts integer NOT NULL DEFAULT 0,
  node text,
  started timestamptz,
  ended timestamptz,
  -- Progress of a running backup: database or blobs, and the number of processed and of all tables
  -- or bytes.
  phase text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  -- Of a successful backup: its directory in the target, and bytes.
  name text,
  database_bytes bigint,
  blob_count bigint,
  blob_bytes bigint,
  -- Bytes that earlier backups in the target did not contain.
  copied_bytes bigint,
  -- Blobs that are corrupted or missing in the data directory.
  missing_blobs bigint,
  error text
);
CREATE INDEX backup_runs_requested ON backup_runs (requested DESC, id DESC);
CREATE INDEX backup_runs_unfinished ON backup_runs (id) WHERE (state IN ('waiting', 'running'));
