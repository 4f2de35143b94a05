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
