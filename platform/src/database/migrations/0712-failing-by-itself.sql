-- For a statement whose answer nobody waits for: what it would have told is an error, by which its transaction ends.
CREATE FUNCTION fail_of_missing(repo text, path text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF path IS NOT NULL THEN RAISE EXCEPTION '% has no file % to index a version by', repo, path; END IF;
END $$;
