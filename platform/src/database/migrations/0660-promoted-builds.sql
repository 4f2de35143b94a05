-- What was said of runs after they were built: one row for each promotion, the newest of which is the run's status.
CREATE TABLE build_promotions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  build_id bigint NOT NULL REFERENCES builds ON DELETE CASCADE,
  status text NOT NULL,
  comment text NOT NULL,
  -- Where its files were put, and whether they stayed where they were, too; absent where only the status changed.
  repository text,
  copied boolean,
  files integer NOT NULL DEFAULT 0,
  ci_user text NOT NULL,
  by_user text NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX build_promotions_build ON build_promotions (build_id, id DESC);
