-- Renamed to describe its content.
CREATE TABLE maven_pom_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  pom text COLLATE "C" NOT NULL
);
INSERT INTO maven_pom_queue (repo, pom) SELECT repo, pom FROM maven_heir_queue ORDER BY id;
DROP TABLE maven_heir_queue;
