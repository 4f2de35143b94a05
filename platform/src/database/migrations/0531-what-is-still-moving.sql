-- What an upgrade has to work out anew for everything that is held: done bit by bit while the server runs. The notice in the console
-- says that it is under way.
CREATE TABLE index_migrations (
  name text PRIMARY KEY,
  -- The last package that was seen to.
  after_id bigint NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL,
  finished timestamptz
);
INSERT INTO index_migrations (name, total, finished)
SELECT 'dependents', count(*), CASE WHEN count(*) = 0 THEN now() END FROM packages;

-- Bytes that were given out, by month.
CREATE TABLE transfers (
  month date PRIMARY KEY,
  bytes bigint NOT NULL
);
