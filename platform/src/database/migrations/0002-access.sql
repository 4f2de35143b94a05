-- Who may sign in, with what, and what they may do.
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
  last_signed_in timestamptz
);

CREATE TABLE groups (
  name text PRIMARY KEY,
  description text NOT NULL DEFAULT '',
  -- New users become members.
  auto_join boolean NOT NULL DEFAULT false,
  admin_privileges boolean NOT NULL DEFAULT false
);

CREATE TABLE group_members (
  group_name text NOT NULL REFERENCES groups (name) ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  PRIMARY KEY (group_name, user_name)
);
CREATE INDEX group_members_user ON group_members (user_name);

-- `resources` as in the calls: {artifact: {actions: {users, groups}, targets: {repo: {include_patterns, exclude_patterns}}}}.
CREATE TABLE permissions (
  name text PRIMARY KEY,
  resources jsonb NOT NULL
);

INSERT INTO groups (name, description, auto_join) VALUES ('readers', 'May read every repository', true);
INSERT INTO permissions (name, resources) VALUES (
  'Everything for readers',
  '{"artifact": {"actions": {"users": {}, "groups": {"readers": ["READ"]}}, "targets": {"ANY": {"include_patterns": ["**"], "exclude_patterns": []}}}}'
);

-- Only hashes of what a browser or a client holds are kept.
CREATE TABLE sessions (
  hash bytea PRIMARY KEY,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  remembered boolean NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_name);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  refresh_hash bytea UNIQUE,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  scope text NOT NULL,
  description text NOT NULL DEFAULT '',
  created timestamptz NOT NULL DEFAULT now(),
  -- Absent: never.
  expires timestamptz,
  last_used timestamptz
);
CREATE INDEX tokens_user ON tokens (user_name);

-- Wrong passwords, by account and address, so that every node counts the same.
CREATE TABLE sign_in_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  first timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
);

-- What this installation is called among others.
CREATE TABLE installation (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;
