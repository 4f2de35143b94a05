-- Cleanup policies of administrators.
CREATE TABLE cleanup_policies (
  key text COLLATE "C" PRIMARY KEY,
  -- Selection criteria and schedule.
  settings jsonb NOT NULL,
  -- Null if it has no schedule or is disabled.
  next_run timestamptz(3),
  created timestamptz(3) NOT NULL DEFAULT now(),
  modified timestamptz(3) NOT NULL DEFAULT now()
);

-- Runs of cleanup policies. A run is kept after its policy is deleted, as the record of what was
-- deleted.
CREATE TABLE cleanup_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  policy text COLLATE "C" NOT NULL,
  -- Settings of the policy when the run was requested.
  settings jsonb NOT NULL,
  dry boolean NOT NULL,
  -- Empty for the schedule.
  requested_by text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'selecting', 'deleting', 'collecting', 'finished', 'failed')),
  requested timestamptz(3) NOT NULL DEFAULT now(),
  started timestamptz(3),
  ended timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  -- Bytes that no other file uses after the selected items are deleted.
  freeable_bytes bigint NOT NULL DEFAULT 0,
  freed_bytes bigint NOT NULL DEFAULT 0
);
CREATE INDEX cleanup_runs_policy ON cleanup_runs (policy, id DESC);
CREATE INDEX cleanup_runs_open ON cleanup_runs (id) WHERE (state NOT IN ('finished', 'failed'));

-- Units of deletion: a version of a package, or a file without a package.
CREATE TABLE cleanup_items (
  run bigint NOT NULL REFERENCES cleanup_runs ON DELETE CASCADE,
  number integer NOT NULL,
  repo text COLLATE "C" NOT NULL,
  -- Null for a file without a package.
  package_name text,
  package_version text,
  path text NOT NULL,
  files integer NOT NULL,
  bytes bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('selected', 'deleted', 'kept', 'failed')),
  -- Why it was kept, or why its deletion failed.
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (run, number)
);
CREATE INDEX cleanup_items_selected ON cleanup_items (run, number) WHERE (state = 'selected');

-- The files of items to delete. Has no foreign keys to files and blobs, because they would protect
-- the content.
CREATE TABLE cleanup_files (
  run bigint NOT NULL,
  number integer NOT NULL,
  file_id bigint NOT NULL,
  repo text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  PRIMARY KEY (run, file_id),
  FOREIGN KEY (run, number) REFERENCES cleanup_items ON DELETE CASCADE
);
CREATE INDEX cleanup_files_item ON cleanup_files (run, number);
CREATE INDEX cleanup_files_sha256 ON cleanup_files (run, sha256);
