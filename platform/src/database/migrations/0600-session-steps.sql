-- A step up gives a session another secret. What the browser has sent with the one before still finds the session, for a moment.
ALTER TABLE sessions ADD COLUMN former_hash bytea, ADD COLUMN former_until timestamptz;
CREATE UNIQUE INDEX sessions_former ON sessions (former_hash) WHERE former_hash IS NOT NULL;
