-- Users, groups, permissions, tokens and sessions.

-- Who can sign in, and how.
CREATE TABLE users (
  name text PRIMARY KEY CHECK (name = lower(name)),
  email text NOT NULL DEFAULT '',
  -- Argon2id; absent where the user signs in elsewhere.
  password_hash text,
  password_expired boolean NOT NULL DEFAULT false,
  admin boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  realm text NOT NULL DEFAULT 'internal',
  profile_updatable boolean NOT NULL DEFAULT true,
  disable_ui_access boolean NOT NULL DEFAULT false,
  created timestamptz NOT NULL DEFAULT now(),
  last_signed_in timestamptz,
  password_changed timestamptz NOT NULL DEFAULT now(),
  -- The second factor: a secret of one's own, sealed, and codes for when the device is lost.
  mfa_since timestamptz
);
CREATE INDEX users_by_bytes ON users (name COLLATE "C");
CREATE INDEX users_email ON users (lower(email)) WHERE (email <> '');

-- Groups of users.
CREATE TABLE groups (
  name text PRIMARY KEY,
  description text NOT NULL DEFAULT '',
  -- New users become members.
  auto_join boolean NOT NULL DEFAULT false,
  admin_privileges boolean NOT NULL DEFAULT false
);
CREATE INDEX groups_by_bytes ON groups (name COLLATE "C");

-- Which users are in which groups.
CREATE TABLE group_members (
  group_name text NOT NULL REFERENCES groups ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Who put a member into a group: empty here, else the provider, which takes him out again.
  source text NOT NULL DEFAULT '',
  PRIMARY KEY (group_name, user_name)
);
CREATE INDEX group_members_user ON group_members (user_name);

-- Permissions. resources has the form of the API: {artifact: {actions: {users, groups}, targets: {repo:
-- {include_patterns, exclude_patterns}}}}.
CREATE TABLE permissions (
  name text PRIMARY KEY,
  resources jsonb NOT NULL
);
CREATE INDEX permissions_by_bytes ON permissions (name COLLATE "C");

-- Counts the changes of permissions, so that a node that keeps them in memory learns with one small query
-- whether they are still current.
CREATE TABLE permission_version (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  version bigint NOT NULL
);

-- What a user answered when the console asked what it will be used for.
CREATE TABLE onboarding (
  user_name text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  completed boolean NOT NULL DEFAULT false,
  quick_action_visible boolean NOT NULL DEFAULT true,
  data jsonb NOT NULL DEFAULT '{}'::jsonb
);

-- Access tokens. Only a hash of the token is stored.
CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  refresh_hash bytea UNIQUE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  scope text NOT NULL,
  description text NOT NULL DEFAULT '',
  created timestamptz NOT NULL DEFAULT now(),
  -- Absent: never.
  expires timestamptz,
  last_used timestamptz
);
CREATE INDEX tokens_user ON tokens (user_name);

-- API keys, at most one per user. Encrypted instead of hashed, because the owner can read it again.
CREATE TABLE api_keys (
  user_name text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz
);

-- Sessions of browsers. Only a hash of the cookie is stored.
CREATE TABLE sessions (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  remembered boolean NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  -- What a person is shown of his sessions, and until when one may see and change what is secret.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  client text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  unlocked_until timestamptz,
  -- Of a session that a provider vouches for: what it is called there, so that it can be ended from there.
  sso jsonb,
  -- A step up gives a session another secret. What the browser has sent with the one before still finds the
  -- session, for a moment.
  former_hash bytea,
  former_until timestamptz
);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE UNIQUE INDEX sessions_former ON sessions (former_hash) WHERE (former_hash IS NOT NULL);
CREATE UNIQUE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_saml ON sessions (((sso ->> 'nameID'))) WHERE (sso IS NOT NULL);
CREATE INDEX sessions_user ON sessions (user_name);

-- What happened to accounts, permissions and sign-ins. Users are named without a foreign key: records outlive
-- their users.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time timestamptz NOT NULL DEFAULT now(),
  event text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('success', 'failure')),
  user_name text NOT NULL DEFAULT '',
  by_user text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  client text NOT NULL DEFAULT '',
  detail text NOT NULL DEFAULT '',
  -- Fields before and after a change, without secrets.
  changes jsonb,
  -- Position in the hash chain; NULL until a job adds the record to the chain.
  position bigint,
  -- Keyed hash of the record and of the hash before it.
  hash bytea
);
CREATE INDEX audit_events_event ON audit_events (event, id);
CREATE UNIQUE INDEX audit_events_position ON audit_events (position) WHERE (position IS NOT NULL);
CREATE INDEX audit_events_time ON audit_events ("time");
CREATE INDEX audit_events_unchained ON audit_events (id) WHERE (position IS NULL);
CREATE INDEX audit_events_user ON audit_events (user_name, id);

-- The end of the hash chain of the audit log, and its anchor: the last record that the retention period deleted.
CREATE TABLE audit_chain (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  position bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '',
  anchor_position bigint NOT NULL DEFAULT 0,
  anchor_hash bytea NOT NULL DEFAULT ''
);
