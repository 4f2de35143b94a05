-- Trigger forget_dependents. Handles all versions that one statement deletes together. In SQL, because versions are also
-- deleted by foreign keys, which no TypeScript sees.
CREATE OR REPLACE FUNCTION forget_dependents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  packages bigint[];
  repos text[];
BEGIN
  WITH lost AS (
    DELETE FROM package_dependents d USING gone
    WHERE d.package_id = gone.package_id AND d.repo = gone.repo AND d.version = gone.name AND d.sort_key = gone.sort_key
    RETURNING d.package_id, d.repo
  )
  SELECT array_agg(package_id), array_agg(repo) INTO packages, repos FROM (SELECT DISTINCT package_id, repo FROM lost) AS l;
  IF packages IS NOT NULL THEN PERFORM refresh_dependents(packages, repos); END IF;
  RETURN NULL;
END $$;
