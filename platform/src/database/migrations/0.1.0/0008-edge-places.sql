-- Where edges are, which distribution rules select by, and their last check.
ALTER TABLE edge_targets
  -- Name of a group of edges, such as a region. Empty: none.
  ADD COLUMN edge_group text NOT NULL DEFAULT '',
  ADD COLUMN city text NOT NULL DEFAULT '',
  -- Two letters, uppercase (ISO 3166-1).
  ADD COLUMN country text NOT NULL DEFAULT '',
  -- Version that the edge reported. Empty: unknown.
  ADD COLUMN server_version text NOT NULL DEFAULT '',
  -- Last check, and its error. Empty if it succeeded.
  ADD COLUMN checked timestamptz(3),
  ADD COLUMN check_error text NOT NULL DEFAULT '';
