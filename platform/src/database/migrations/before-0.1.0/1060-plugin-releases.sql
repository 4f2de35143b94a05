-- Plugins of the console.

-- Release sets: the plugins that differ from those of the console, with versions and hashes. A row is written once and never
-- changes; its envelope is signed and has the content.
CREATE TABLE plugin_releases (
  number integer PRIMARY KEY,
  created timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  note text NOT NULL,
  based_on integer REFERENCES plugin_releases,
  -- Number of entries.
  plugins integer NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  envelope text NOT NULL
);

-- The release sets that pages are made of, in one row.
CREATE TABLE plugin_active (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- Counts the changes, so that a node sees with one number whether it knows the current one.
  revision bigint NOT NULL DEFAULT 0,
  -- Absent: only the plugins that come with the console.
  number integer REFERENCES plugin_releases,
  canary_number integer REFERENCES plugin_releases,
  canary_groups text[] NOT NULL DEFAULT '{}',
  canary_percent integer NOT NULL DEFAULT 0
);
INSERT INTO plugin_active DEFAULT VALUES;

-- The history of activations.
CREATE TABLE plugin_activations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time timestamptz(3) NOT NULL DEFAULT now(),
  by_user text NOT NULL,
  action text NOT NULL CHECK (action IN ('activate', 'rollback', 'canary', 'promote', 'stop')),
  -- Absent: no release set.
  number integer REFERENCES plugin_releases,
  previous integer REFERENCES plugin_releases
);
