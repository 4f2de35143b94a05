-- Repositories, and those that a new platform starts with. One that an administrator deletes does not come back.
CREATE TABLE repositories (
  key text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('local', 'remote', 'virtual')),
  package_type text NOT NULL,
  description text NOT NULL DEFAULT '',
  url text,
  members text[] NOT NULL DEFAULT '{}',
  options jsonb NOT NULL DEFAULT '{}',
  created timestamptz NOT NULL DEFAULT now(),
  modified timestamptz NOT NULL DEFAULT now()
);

INSERT INTO repositories (key, type, package_type, description, members, options) VALUES
  ('npm-local', 'local', 'npm', 'npm packages published here', '{}', '{}'),
  ('npm-remote', 'remote', 'npm', 'npm packages cached from the registry that this host''s npm uses', '{}', '{"hostUpstream": true}'),
  ('npm', 'virtual', 'npm', 'npm packages published here, then those of the upstream registry',
    '{npm-local,npm-remote}', '{"defaultDeploymentRepo": "npm-local"}'),
  ('docker-local', 'local', 'docker', 'Container images pushed here', '{}', '{}'),
  ('docker-virtual', 'virtual', 'docker', 'All container images', '{docker-local}', '{"defaultDeploymentRepo": "docker-local"}'),
  ('generic-local', 'local', 'generic', 'Files of any kind', '{}', '{}'),
  ('plugins-local', 'local', 'npm', 'Plug-ins of this console', '{}', '{"adminDeployOnly": true}');
