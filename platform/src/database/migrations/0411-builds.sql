-- What builds said of themselves. A number may be built again: the time of its start tells one run from another.
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

-- The files that a build made or used, by the checksums that it gave.
CREATE TABLE build_files (
  build_id bigint NOT NULL REFERENCES builds ON DELETE CASCADE,
  made boolean NOT NULL,
  sha1 text COLLATE "C",
  sha256 text COLLATE "C"
);
CREATE INDEX build_files_build ON build_files (build_id);
CREATE INDEX build_files_sha1 ON build_files (sha1);
CREATE INDEX build_files_sha256 ON build_files (sha256);
