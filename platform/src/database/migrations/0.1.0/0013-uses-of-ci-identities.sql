-- The last job that got a token by an identity mapping, to show that its pipeline is connected.
ALTER TABLE oidc_mappings ADD COLUMN last_used timestamptz, ADD COLUMN last_subject text;
