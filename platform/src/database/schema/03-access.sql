-- Users, groups, permissions, tokens, and sessions.

-- User accounts and their credentials.
CREATE TABLE users (
  name text PRIMARY KEY CHECK (name = lower(name)),
  email text NOT NULL DEFAULT '',
  -- Argon2id. Null for users of an identity provider.
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
  -- When MFA was set up: an encrypted secret and recovery codes.
  mfa_since timestamptz
);
CREATE INDEX users_by_bytes ON users (name COLLATE "C");
CREATE INDEX users_email ON users (lower(email)) WHERE (email <> '');

-- Groups of users.
CREATE TABLE groups (
  name text PRIMARY KEY,
  description text NOT NULL DEFAULT '',
  -- Whether new users become members automatically.
  auto_join boolean NOT NULL DEFAULT false,
  admin_privileges boolean NOT NULL DEFAULT false
);
CREATE INDEX groups_by_bytes ON groups (name COLLATE "C");

-- Members of groups.
CREATE TABLE group_members (
  group_name text NOT NULL REFERENCES groups ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Source of the membership: empty for this platform, or the identity provider, which also removes
  -- the member.
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

-- Counts the changes of permissions, so that a node can check with one small query whether its
-- cached permissions are current.
CREATE TABLE permission_version (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  version bigint NOT NULL
);

-- Names of the permissions changed by each of the last 1,000 versions, so that a node reads only these. NULL means all
-- (TRUNCATE).
CREATE TABLE permission_changes (
  version bigint PRIMARY KEY,
  names text[]
);

-- A user's answers to the onboarding questions.
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
  -- Null if it never expires.
  expires timestamptz,
  last_used timestamptz
);
CREATE INDEX tokens_user ON tokens (user_name);

-- API keys, up to one per user. Encrypted instead of hashed, because the owner can read it again.
CREATE TABLE api_keys (
  user_name text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_used timestamptz
);

-- Browser sessions. Only a hash of the cookie is stored.
CREATE TABLE sessions (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  remembered boolean NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  -- Session data shown to the user, and until when the session may access sensitive settings.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  client text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  unlocked_until timestamptz,
  -- Identifiers of the session at the identity provider, so that the provider can end it.
  sso jsonb,
  -- Step-up authentication replaces the session's secret. Requests with the previous one are still
  -- accepted for a short time.
  former_hash bytea,
  former_until timestamptz
);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE UNIQUE INDEX sessions_former ON sessions (former_hash) WHERE (former_hash IS NOT NULL);
CREATE UNIQUE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_saml ON sessions (((sso ->> 'nameID'))) WHERE (sso IS NOT NULL);
CREATE INDEX sessions_user ON sessions (user_name);

-- Changes of accounts and permissions, and sign-ins. Has no foreign key to users, because records
-- are kept after their users are deleted.
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
  -- Keyed hash of the record and of the previous hash.
  hash bytea
);
CREATE INDEX audit_events_event ON audit_events (event, id);
CREATE UNIQUE INDEX audit_events_position ON audit_events (position) WHERE (position IS NOT NULL);
CREATE INDEX audit_events_time ON audit_events ("time");
CREATE INDEX audit_events_unchained ON audit_events (id) WHERE (position IS NULL);
CREATE INDEX audit_events_user ON audit_events (user_name, id);

-- The end of the hash chain of the audit log, and its anchor: the last record deleted by retention.
CREATE TABLE audit_chain (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  position bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '',
  anchor_position bigint NOT NULL DEFAULT 0,
  anchor_hash bytea NOT NULL DEFAULT ''
);
