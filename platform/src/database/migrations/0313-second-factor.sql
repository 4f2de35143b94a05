-- The second factor: a secret of one's own, sealed, and codes for when the device is lost.
ALTER TABLE users ADD COLUMN mfa_since timestamptz;

CREATE TABLE mfa_secrets (
  user_name text PRIMARY KEY REFERENCES users (name) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  -- The last step of time that a code was taken of: each is good once.
  last_step bigint NOT NULL
);

CREATE TABLE mfa_recovery_codes (
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (user_name, hash)
);

-- A secret that was shown and not confirmed yet: of one session, or of one sign-in that waits.
CREATE TABLE mfa_enrolments (
  holder bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);

-- Who has shown a password and not yet the second factor: no session, so that nothing takes it for one.
CREATE TABLE pending_sign_ins (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  remembered boolean NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  expires timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_name);
