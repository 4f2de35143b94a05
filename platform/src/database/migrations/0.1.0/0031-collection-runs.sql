-- Runs of garbage collection: those that administrators requested, and scheduled ones that deleted
-- something.
CREATE TABLE collection_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dry boolean NOT NULL,
  -- Includes images without a tag.
  untagged boolean NOT NULL,
  -- Empty for the schedule.
  requested_by text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'finished', 'failed')),
  requested timestamptz(3) NOT NULL DEFAULT now(),
  started timestamptz(3),
  ended timestamptz(3),
  -- Found by a dry run, deleted by others. Updated during the run.
  files bigint NOT NULL DEFAULT 0,
  file_bytes bigint NOT NULL DEFAULT 0,
  blobs bigint NOT NULL DEFAULT 0,
  blob_bytes bigint NOT NULL DEFAULT 0,
  -- The first of the files: repo, path, size, and why it is unreferenced.
  examples jsonb NOT NULL DEFAULT '[]',
  error text
);
-- At most one unfinished run.
CREATE UNIQUE INDEX collection_runs_open ON collection_runs ((true)) WHERE (state IN ('waiting', 'running'));
