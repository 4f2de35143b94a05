-- Who uses a package: for each name that is depended on, the packages that depend on it, with the newest of their versions that does.
-- A row for a package and not for each of its versions: ten versions that need the same are one user of it.
CREATE TABLE package_dependents (
  -- What is depended on; it need not be here.
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The beginning of who depends on it, to sort by. Names never change.
  by_lower text COLLATE "C" NOT NULL,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  repo text COLLATE "C" NOT NULL,
  sort_key text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- As the package says it: '^1.2.0'.
  range text NOT NULL,
  development boolean NOT NULL,
  PRIMARY KEY (type, name, by_lower, package_id, repo)
) WITH (fillfactor = 90);
CREATE INDEX package_dependents_by ON package_dependents (package_id, repo);

-- What a version needs, each name once: to run goes before to be developed.
CREATE FUNCTION needs_of(dependencies jsonb, dev_dependencies jsonb)
RETURNS TABLE (name text, range text, development boolean)
LANGUAGE sql IMMUTABLE AS $$
  SELECT key, left(value, 500), false FROM jsonb_each_text(dependencies)
  UNION ALL
  SELECT key, left(value, 500), true FROM jsonb_each_text(dev_dependencies) WHERE NOT dependencies ? key
$$;

-- The newest version that needs each name, of these packages in these repositories. What the rows say already is not written again.
CREATE FUNCTION refresh_dependents(packages bigint[], repos text[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO package_dependents AS d (type, name, by_lower, package_id, repo, sort_key, version, range, development)
  SELECT DISTINCT ON (p.type, n.name, v.package_id, v.repo)
    p.type, n.name, left(p.name_lower, 200), v.package_id, v.repo, v.sort_key, v.name, n.range, n.development
  FROM (SELECT DISTINCT * FROM unnest(packages, repos) AS of (package_id, repo)) AS of
  JOIN versions v ON v.package_id = of.package_id AND v.repo = of.repo
  JOIN packages p ON p.id = v.package_id
  JOIN version_details vd ON vd.version_id = v.id
  CROSS JOIN LATERAL needs_of(vd.dependencies, vd.dev_dependencies) n
  WHERE n.name <> '' AND octet_length(n.name) <= 600
  ORDER BY p.type, n.name, v.package_id, v.repo, v.sort_key DESC, v.name DESC
  ON CONFLICT (type, name, by_lower, package_id, repo) DO NOTHING
$$;

-- With every version that comes or says something else; whoever writes it holds the package's row.
CREATE FUNCTION note_dependents() RETURNS trigger
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

CREATE TRIGGER note_dependents AFTER INSERT ON version_details
FOR EACH ROW WHEN (NEW.dependencies <> '{}' OR NEW.dev_dependencies <> '{}') EXECUTE FUNCTION note_dependents();
CREATE TRIGGER note_changed_dependents AFTER UPDATE ON version_details
FOR EACH ROW WHEN (OLD.dependencies <> NEW.dependencies OR OLD.dev_dependencies <> NEW.dev_dependencies)
EXECUTE FUNCTION note_dependents();

-- Older versions take the place of those that go. All that one statement removes is seen to together.
CREATE FUNCTION forget_dependents() RETURNS trigger
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
CREATE TRIGGER forget_dependents AFTER DELETE ON versions REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION forget_dependents();
