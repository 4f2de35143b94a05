-- Marks of backups, which tell two copies of an installation apart that use one target.
CREATE TABLE backup_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mark uuid NOT NULL UNIQUE,
  created timestamptz(3) NOT NULL DEFAULT now()
);
