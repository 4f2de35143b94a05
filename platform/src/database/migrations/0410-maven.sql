-- Which POM inherits from which, `group:artifact:version`: what the index says of it is looked at again when its parent comes or changes.
CREATE TABLE maven_parents (
  file_id bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  parent text COLLATE "C" NOT NULL
);
CREATE INDEX maven_parents_parent ON maven_parents (parent);

-- By what prefix a command line names a group's plugins.
CREATE TABLE maven_plugins (
  repo text COLLATE "C" NOT NULL,
  group_name text COLLATE "C" NOT NULL,
  artifact text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (repo, group_name, artifact)
);
