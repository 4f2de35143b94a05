-- Keys that sign ID tokens, encrypted. The newest one signs.
CREATE TABLE id_token_keys (
  id text PRIMARY KEY,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);

-- The user that an application acts as without a user's consent. Null: never.
ALTER TABLE applications ADD COLUMN service_user text REFERENCES users ON DELETE SET NULL;
CREATE INDEX applications_service_user ON applications (service_user);

-- For the ID token: the client's nonce, and when the user authenticated.
ALTER TABLE authorization_codes ADD COLUMN nonce text, ADD COLUMN authenticated timestamptz;

-- Used refresh tokens of applications, with the token that follows from them. A second use revokes it.
CREATE TABLE used_refresh_tokens (
  hash bytea PRIMARY KEY,
  token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE
);
CREATE INDEX used_refresh_tokens_token ON used_refresh_tokens (token);
