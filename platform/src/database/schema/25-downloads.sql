-- Downloads over time.

-- Downloads of a version from one repository, by day (UTC). Days without a download have no row.
CREATE TABLE version_downloads (
  version_id bigint NOT NULL REFERENCES versions ON DELETE CASCADE,
  day date NOT NULL,
  downloads bigint NOT NULL,
  PRIMARY KEY (version_id, day)
) WITH (fillfactor = 90);
-- Old days are deleted.
CREATE INDEX version_downloads_day ON version_downloads (day);

-- The first day (UTC) on which this installation counted downloads by day.
CREATE TABLE download_history (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  since date NOT NULL
);
INSERT INTO download_history (since) VALUES ((now() AT TIME ZONE 'UTC')::date);
