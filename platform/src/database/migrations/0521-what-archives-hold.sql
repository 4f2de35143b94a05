-- Archives by their content: equal ones are read once. None of these refers to `blobs`, where that would count as a use.
CREATE TABLE archives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL UNIQUE,
  -- How many entries it has; with `cut`, at least.
  entries integer NOT NULL,
  cut boolean NOT NULL,
  -- Why it could not be read.
  fault text,
  read timestamptz(3) NOT NULL DEFAULT now()
);
-- The same path stands in many archives: the trigrams are of each path once.
CREATE TABLE archive_paths (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path text COLLATE "C" NOT NULL UNIQUE
);
CREATE INDEX archive_paths_trigrams ON archive_paths USING gin (lower(path) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE TABLE archive_entries (
  path_id bigint NOT NULL REFERENCES archive_paths ON DELETE CASCADE,
  archive_id bigint NOT NULL REFERENCES archives ON DELETE CASCADE,
  PRIMARY KEY (path_id, archive_id)
);
CREATE INDEX archive_entries_archive ON archive_entries (archive_id);

-- What is still to be read.
CREATE TABLE archive_queue (
  sha256 text PRIMARY KEY,
  -- How it is packed.
  kind text NOT NULL CHECK (kind IN ('zip', 'tar')),
  queued timestamptz(3) NOT NULL DEFAULT now(),
  -- When somebody took it up last.
  claimed timestamptz(3)
);
CREATE INDEX archive_queue_order ON archive_queue (queued);

CREATE FUNCTION archive_kind(path text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN lower(path) ~ '\.(jar|war|ear|aar|zip|whl|egg|nupkg)$' THEN 'zip'
    WHEN lower(path) ~ '\.(tgz|tar|tar\.gz|crate)$' THEN 'tar'
  END
$$;
CREATE FUNCTION queue_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO archive_queue (sha256, kind)
  SELECT NEW.sha256, archive_kind(NEW.path) WHERE NOT EXISTS (SELECT FROM archives a WHERE a.sha256 = NEW.sha256)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER files_queue_archive AFTER INSERT OR UPDATE OF sha256 ON files
  FOR EACH ROW WHEN (archive_kind(NEW.path) IS NOT NULL) EXECUTE FUNCTION queue_archive();

INSERT INTO archive_queue (sha256, kind)
SELECT DISTINCT ON (sha256) sha256, archive_kind(path) FROM files WHERE archive_kind(path) IS NOT NULL;
