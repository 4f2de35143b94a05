-- Sign-in methods.

-- Settings of sign-in methods, by name. Their secrets are encrypted, in a separate column.
CREATE TABLE access_settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  sealed bytea,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- Failed sign-ins by account and IP address. In the database, so that all nodes count together.
CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  first timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);

-- Rate limit counters by account and IP address. In the database, so that all nodes count together.
CREATE TABLE use_counts (
  key text PRIMARY KEY,
  uses integer NOT NULL,
  since timestamptz NOT NULL
);

-- Networks and devices from which users have signed in. Failed attempts from elsewhere don't slow
-- down a user there.
CREATE TABLE known_places (
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A network, or `device` with the hash of a browser cookie.
  place text NOT NULL,
  last timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_name, place)
);
CREATE INDEX known_places_last ON known_places (last);
CREATE INDEX known_places_place ON known_places (place);

-- Keys in emailed links. Each is valid for one purpose, once. Only a hash is stored.
CREATE TABLE mailed_keys (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'invitation')),
  user_name text NOT NULL,
  email text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  created timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL
);
CREATE INDEX mailed_keys_expires ON mailed_keys (expires);
CREATE INDEX mailed_keys_user ON mailed_keys (purpose, user_name);

-- Users who entered their password, but not yet the MFA code. Separate from sessions, so that no
-- code treats them as signed in.
CREATE TABLE pending_sign_ins (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  remembered boolean NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  expires timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_name);

-- MFA secrets of users, encrypted.
CREATE TABLE mfa_secrets (
  user_name text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed bytea NOT NULL,
  -- Time step of the last accepted code. Each code is valid once.
  last_step bigint NOT NULL
);

-- MFA recovery codes. Only hashes are stored.
CREATE TABLE mfa_recovery_codes (
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (user_name, hash)
);

-- MFA secrets that were shown but not confirmed yet, for one session or one pending sign-in.
CREATE TABLE mfa_enrolments (
  holder bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);

-- OpenID Connect providers. The client secret is encrypted.
CREATE TABLE oauth_providers (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  sealed bytea,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- SAML providers.
CREATE TABLE saml_providers (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);
CREATE UNIQUE INDEX saml_providers_entity ON saml_providers (((value ->> 'idpEntityId')));

-- Requests to a SAML provider that wait for a response. Each is valid once.
CREATE TABLE saml_requests (
  id text PRIMARY KEY,
  value text NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);

-- Accepted SAML assertions. Each is valid once.
CREATE TABLE saml_assertions (
  id text PRIMARY KEY,
  taken timestamptz NOT NULL DEFAULT now()
);

-- Maps a provider's users to users of this platform, by the provider's permanent identifier.
CREATE TABLE external_identities (
  realm text NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, provider, subject)
);
CREATE INDEX external_identities_user ON external_identities (user_name);

-- Single sign-on attempts in progress. Each can return once, in the same browser.
CREATE TABLE sso_attempts (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  provider text NOT NULL,
  browser bytea NOT NULL,
  data jsonb NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX sso_attempts_expires ON sso_attempts (expires);

-- Command-line clients that wait for a user's approval in the browser.
CREATE TABLE client_logins (
  -- Hash of the session ID that the client generated and polls with.
  hash bytea PRIMARY KEY,
  client text NOT NULL,
  address text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  confirmed_by text REFERENCES users ON DELETE CASCADE
);
CREATE INDEX client_logins_expires ON client_logins (expires);

-- Sign-ins of npm clients that wait for a user's confirmation in the browser.
CREATE TABLE npm_logins (
  -- Hash of the secret that the client polls with.
  hash text PRIMARY KEY,
  -- ID of the sign-in in the browser.
  session text NOT NULL UNIQUE,
  client text NOT NULL,
  address text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  confirmed_by text
);
CREATE INDEX npm_logins_created ON npm_logins (created);
