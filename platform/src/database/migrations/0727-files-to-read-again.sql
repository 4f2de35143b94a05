-- When a file of the server's folder that could not be read, for a reason that may pass, is tried again; null: once it has changed.
ALTER TABLE advisory_files ADD COLUMN again timestamptz;
-- How often it could not be read in a row.
ALTER TABLE advisory_files ADD COLUMN failures integer NOT NULL DEFAULT 0;
