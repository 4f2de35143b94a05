-- Raises an error, for statements whose result nobody waits for: the transaction fails with it. Called by
-- packages/indexing.ts.
CREATE OR REPLACE FUNCTION fail_of_missing(repo text, path text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF path IS NOT NULL THEN RAISE EXCEPTION 'Repository % has no file %, so its version is not indexed', repo, path; END IF;
END $$;
