-- Which POMs take the versions of their dependencies from which others, by an import: those are looked at again when these come.
CREATE TABLE maven_imports (
  file_id bigint NOT NULL REFERENCES files ON DELETE CASCADE,
  bom text COLLATE "C" NOT NULL,
  PRIMARY KEY (file_id, bom)
);
CREATE INDEX maven_imports_bom ON maven_imports (bom);
