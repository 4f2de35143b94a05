-- Charts of local repositories, with what an index.yaml says of them. The sum of `change` tells whether one has changed.
CREATE SEQUENCE helm_changes;
CREATE TABLE helm_charts (
  repo text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  created timestamptz(3) NOT NULL,
  -- Chart.yaml and the digest.
  entry jsonb NOT NULL,
  change bigint NOT NULL DEFAULT nextval('helm_changes'),
  PRIMARY KEY (repo, name, version),
  UNIQUE (repo, path)
);
CREATE INDEX helm_charts_changes ON helm_charts (repo) INCLUDE (change, created);
