-- Marks of the blob store, which tell two copies of an installation apart that use one store.
CREATE TABLE blob_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mark uuid NOT NULL UNIQUE,
  created timestamptz(3) NOT NULL DEFAULT now()
);
