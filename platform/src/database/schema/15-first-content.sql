-- Content of a new platform. It is inserted once, so that deleted objects do not return.

INSERT INTO installation DEFAULT VALUES;
INSERT INTO blob_verification DEFAULT VALUES;
INSERT INTO permission_version (version) VALUES (1);
INSERT INTO scan_sweep (after) VALUES (0);
INSERT INTO index_migrations (name, total, finished) VALUES ('dependents', 0, now());

INSERT INTO groups (name, description, auto_join) VALUES ('readers', 'Can read all repositories', true);
INSERT INTO permissions (name, resources) VALUES (
  'Everything for readers',
  '{"artifact": {"actions": {"users": {}, "groups": {"readers": ["READ"]}}, "targets": {"ANY": {"include_patterns": ["**"], "exclude_patterns": []}}}}'
);

INSERT INTO environments (name) VALUES ('DEV'), ('PROD');

INSERT INTO repositories (key, type, package_type, description, members, options) VALUES
  ('npm-local', 'local', 'npm', 'npm packages published here', '{}', '{}'),
  ('npm-remote', 'remote', 'npm', 'npm packages cached from the registry that this host''s npm uses', '{}', '{"hostUpstream": true}'),
  ('npm', 'virtual', 'npm', 'npm packages published here, then those of the upstream registry',
    '{npm-local,npm-remote}', '{"defaultDeploymentRepo": "npm-local"}'),
  ('docker-local', 'local', 'docker', 'Container images pushed here', '{}', '{}'),
  ('docker-virtual', 'virtual', 'docker', 'All container images', '{docker-local}', '{"defaultDeploymentRepo": "docker-local"}'),
  ('generic-local', 'local', 'generic', 'Files of any kind', '{}', '{}'),
  ('plugins-local', 'local', 'npm', 'Plugins of this console', '{}', '{"adminDeployOnly": true}');
INSERT INTO audit_chain DEFAULT VALUES;
