-- Names of packages that a local repository published and has no version of any more: no upstream ever answers for them. They go
-- with the repository. A name that is held needs no row: its listing says that it is ours.
CREATE TABLE owned_names (
  type text COLLATE "C" NOT NULL,
  name_lower text COLLATE "C" NOT NULL,
  repo text COLLATE "C" NOT NULL,
  PRIMARY KEY (type, name_lower, repo)
);
CREATE INDEX owned_names_repo ON owned_names (repo, type);
