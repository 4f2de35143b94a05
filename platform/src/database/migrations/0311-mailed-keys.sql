-- Keys that a mail carries, each good for one thing, once: only their hash is kept.
CREATE TABLE mailed_keys (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'invitation')),
  user_name text NOT NULL,
  email text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL
);
CREATE INDEX mailed_keys_user ON mailed_keys (purpose, user_name);
CREATE INDEX mailed_keys_expires ON mailed_keys (expires);

-- How often something was done of late: by account and by address, so that every node counts the same.
CREATE TABLE use_counts (
  key text PRIMARY KEY,
  uses integer NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX users_email ON users (lower(email)) WHERE email <> '';
