-- Connections to other systems, and applications that act for users.

-- Connections to Git servers.
CREATE TABLE integrations (
  key text PRIMARY KEY,
  name text NOT NULL,
  -- 1 GitHub, 2 GitLab, 3 Bitbucket Cloud, 4 Bitbucket Server.
  vendor integer NOT NULL,
  url text NOT NULL,
  user_name text NOT NULL,
  -- The token, encrypted for the origin of the URL.
  sealed bytea NOT NULL,
  allow_private boolean NOT NULL,
  -- The services that use the connection.
  products text[] NOT NULL DEFAULT '{}',
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- OAuth 2.0 applications that act for users who allow it.
CREATE TABLE applications (
  client_id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('web', 'native')),
  description text NOT NULL,
  callback_url text NOT NULL,
  secret_hash bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL
);

-- Applications that users have allowed, with the scope.
CREATE TABLE application_grants (
  client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  scope text NOT NULL,
  granted timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, user_name)
);
CREATE INDEX application_grants_user ON application_grants (user_name);

-- Authorization codes. A used one is kept until it expires, to detect a second use.
CREATE TABLE authorization_codes (
  hash bytea PRIMARY KEY,
  client_id text NOT NULL REFERENCES applications ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  callback_url text NOT NULL,
  -- The S256 challenge of PKCE.
  challenge text NOT NULL,
  scope text NOT NULL,
  used boolean NOT NULL DEFAULT false,
  expires timestamptz NOT NULL
);
CREATE INDEX authorization_codes_client ON authorization_codes (client_id);
CREATE INDEX authorization_codes_user ON authorization_codes (user_name);
CREATE INDEX authorization_codes_expires ON authorization_codes (expires);

-- The application that a token was issued to.
ALTER TABLE tokens ADD COLUMN application text REFERENCES applications ON DELETE CASCADE;
CREATE INDEX tokens_application ON tokens (application);
