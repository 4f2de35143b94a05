-- Changes of the state of each node and of its dependencies, for the history of the service status. A state lasts until the
-- next row of the same node, kind, and name. Before the first row, it is unknown.
CREATE TABLE status_changes (
  node text NOT NULL REFERENCES nodes ON DELETE CASCADE,
  -- node, or the kind of the dependency: database, blobs, disk, mail, upstream.
  kind text NOT NULL,
  -- Of an upstream, its remote repository; otherwise empty.
  name text NOT NULL,
  began timestamptz NOT NULL,
  -- ok, degraded, failed, off, unknown; of a node also offline (no heartbeat) and stopped (gracefully).
  state text NOT NULL,
  -- Cause of a state other than ok.
  message text NOT NULL,
  PRIMARY KEY (node, kind, name, began)
);
