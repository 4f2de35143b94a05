-- Whether an upstream responded to an audit of all versions of the package. Versions without
-- findings then have no known vulnerability.
ALTER TABLE upstream_checks ADD COLUMN answered boolean NOT NULL DEFAULT false;
