-- Build-info.

-- Build-info. A build number can be built again: the start time distinguishes the runs.
CREATE TABLE builds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  number text COLLATE "C" NOT NULL,
  started timestamptz(3) NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  info jsonb NOT NULL,
  UNIQUE (name, number, started)
);
CREATE INDEX builds_started ON builds (name, started DESC);

-- Files that a build created or used, by the checksums in its build-info.
CREATE TABLE build_files (
  build_id bigint NOT NULL REFERENCES builds ON DELETE CASCADE,
  made boolean NOT NULL,
  sha1 text COLLATE "C",
  sha256 text COLLATE "C"
);
CREATE INDEX build_files_build ON build_files (build_id);
CREATE INDEX build_files_sha1 ON build_files (sha1);
CREATE INDEX build_files_sha256 ON build_files (sha256);

-- Promotions of runs. The newest one determines the status of the run.
CREATE TABLE build_promotions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  build_id bigint NOT NULL REFERENCES builds ON DELETE CASCADE,
  status text NOT NULL,
  comment text NOT NULL,
  -- Repository that files were copied or moved to, and whether they were copied. Null if only the
  -- status changed.
  repository text,
  copied boolean,
  files integer NOT NULL DEFAULT 0,
  ci_user text NOT NULL,
  by_user text NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX build_promotions_build ON build_promotions (build_id, id DESC);
