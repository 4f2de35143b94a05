-- Archives for troubleshooting that an administrator requested. A job of the job runner creates them.
CREATE TABLE support_bundles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- The service that was asked for it.
  service text NOT NULL,
  -- What it contains, in the form of the API.
  parameters jsonb NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  status text NOT NULL DEFAULT 'in progress' CHECK (status IN ('in progress', 'success', 'failure')),
  -- The node that creates it and that it describes.
  node text,
  -- Counted when a node begins it: one that ends the server each time is given up.
  attempts integer NOT NULL DEFAULT 0,
  -- Files that are written, and files to write.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  error text,
  -- The archive, once it is complete.
  sha256 text REFERENCES blobs,
  size bigint
);
CREATE INDEX support_bundles_created ON support_bundles (created);
CREATE INDEX support_bundles_sha256 ON support_bundles (sha256) WHERE (sha256 IS NOT NULL);
