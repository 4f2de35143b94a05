-- Servers that plugins call through this one, as an administrator allowed it.
CREATE TABLE plugin_backends (
  -- A package, not only its NAME: another package of the same name must not get the credentials.
  specifier text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  url text NOT NULL,
  auth text NOT NULL CHECK (auth IN ('none', 'basic', 'bearer', 'header')),
  -- User name for basic, name of the header for header.
  username text NOT NULL,
  -- Encrypted for the host of the URL.
  sealed bytea,
  allow_private boolean NOT NULL,
  access text NOT NULL CHECK (access IN ('users', 'administrators')),
  send_user boolean NOT NULL,
  -- Allowed calls: methods and path of each.
  calls jsonb NOT NULL,
  -- Calls that the plugin declared at that time, so that later ones are noticed.
  declared jsonb NOT NULL,
  changed timestamptz(3) NOT NULL DEFAULT now(),
  changed_by text NOT NULL,
  PRIMARY KEY (specifier, name)
);
