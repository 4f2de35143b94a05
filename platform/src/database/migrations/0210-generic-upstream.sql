-- What the upstream of a generic remote repository said with a file: when it was asked last, and what tells a changed file.
CREATE TABLE upstream_files (
  repo text NOT NULL,
  path text NOT NULL,
  etag text,
  last_modified text,
  checked timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo, path)
);
