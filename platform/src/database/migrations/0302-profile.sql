-- What a person is shown of his sessions, and until when one may see and change what is secret.
ALTER TABLE sessions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE sessions ADD COLUMN client text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN unlocked_until timestamptz;
CREATE UNIQUE INDEX sessions_id ON sessions (id);

-- One for each user who wants one: sealed, as its owner may look at it again.
CREATE TABLE api_keys (
  user_name text PRIMARY KEY REFERENCES users (name) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz
);
