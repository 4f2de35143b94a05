-- Triggers note_dependents and note_changed_dependents. The writer holds the row of the package. In SQL, because the
-- function that indexes npm's versions writes the details (ADR 0008).
CREATE OR REPLACE FUNCTION note_dependents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  of_version record;
BEGIN
  SELECT v.package_id, v.repo, v.sort_key, v.name, p.type, left(p.name_lower, 200) AS by_lower INTO of_version
  FROM versions v JOIN packages p ON p.id = v.package_id WHERE v.id = NEW.version_id;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM package_dependents d
    WHERE d.package_id = of_version.package_id AND d.repo = of_version.repo AND d.version = of_version.name;
    PERFORM refresh_dependents(ARRAY[of_version.package_id], ARRAY[of_version.repo]);
    RETURN NULL;
  END IF;
  INSERT INTO package_dependents AS d (type, name, by_lower, package_id, repo, sort_key, version, range, development)
  SELECT of_version.type, n.name, of_version.by_lower, of_version.package_id, of_version.repo, of_version.sort_key,
    of_version.name, n.range, n.development
  FROM needs_of(NEW.dependencies, NEW.dev_dependencies) n WHERE n.name <> '' AND octet_length(n.name) <= 600
  ON CONFLICT (type, name, by_lower, package_id, repo) DO UPDATE
  SET sort_key = excluded.sort_key, version = excluded.version, range = excluded.range, development = excluded.development
  WHERE (excluded.sort_key, excluded.version) >= (d.sort_key, d.version);
  RETURN NULL;
END $$;
