-- Support bundles.

-- Troubleshooting archives requested by administrators. A background job creates them.
CREATE TABLE support_bundles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- The service for which it was requested.
  service text NOT NULL,
  -- Parts to include, in the form of the API.
  parameters jsonb NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  status text NOT NULL DEFAULT 'in progress' CHECK (status IN ('in progress', 'success', 'failure')),
  -- The node that creates it and whose data it contains.
  node text,
  -- Incremented when a node starts it, so that a bundle that crashes the server is abandoned.
  attempts integer NOT NULL DEFAULT 0,
  -- Number of written files, and of all files.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  error text,
  -- The archive, after it is complete.
  sha256 text REFERENCES blobs,
  size bigint
);
CREATE INDEX support_bundles_created ON support_bundles (created);
CREATE INDEX support_bundles_sha256 ON support_bundles (sha256) WHERE (sha256 IS NOT NULL);
