-- Projects and environments.

-- Projects: groups of users and repositories.
CREATE TABLE projects (
  project_key text PRIMARY KEY CHECK (project_key ~ '^[a-z][a-z0-9-]{0,127}$'),
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Permissions of project administrators: {manage_members, manage_resources, index_resources}.
  admin_privileges jsonb NOT NULL,
  -- -1 means no limit.
  storage_quota_bytes bigint NOT NULL DEFAULT '-1'::integer,
  created timestamptz NOT NULL DEFAULT now(),
  modified timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX projects_display_name ON projects (lower(display_name));

-- Users in projects, with their roles.
CREATE TABLE project_users (
  project_key text NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  roles text[] NOT NULL,
  PRIMARY KEY (project_key, user_name)
);
CREATE INDEX project_users_user ON project_users (user_name);

-- Groups in projects, with their roles.
CREATE TABLE project_groups (
  project_key text NOT NULL REFERENCES projects ON DELETE CASCADE,
  group_name text NOT NULL REFERENCES groups ON DELETE CASCADE,
  roles text[] NOT NULL,
  PRIMARY KEY (project_key, group_name)
);
CREATE INDEX project_groups_group ON project_groups (group_name);

-- Environments that repositories and roles can be limited to.
CREATE TABLE environments (
  name text PRIMARY KEY
);
