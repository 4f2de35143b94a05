-- POMs that came or changed: those that inherit from them, or import them, are looked at again after that, each in a transaction of its own.
CREATE TABLE maven_heir_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  repo text COLLATE "C" NOT NULL,
  pom text COLLATE "C" NOT NULL
);
