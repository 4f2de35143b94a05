-- What is known to be wrong with the versions held here: advisories as ranges of sort keys, matched in the background.

ALTER TABLE advisories DROP CONSTRAINT advisories_severity_check;
UPDATE advisories SET severity = 'medium' WHERE severity = 'moderate';
ALTER TABLE advisories
  ADD CONSTRAINT advisories_severity_check CHECK (severity IN ('critical', 'high', 'medium', 'low', 'info', 'unknown')),
  -- `import`, `folder:PATH` of the file, or `upstream:REPOSITORY`: who takes it away again.
  ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'import',
  -- Of what was read: what says the same again is not matched again.
  ADD COLUMN hash text NOT NULL DEFAULT '',
  -- What several databases call the same vulnerability: its first CVE, or else its id. Counted once.
  ADD COLUMN vulnerability text COLLATE "C" NOT NULL DEFAULT '';
UPDATE advisories SET vulnerability =
  coalesce((SELECT min(alias) FROM unnest(aliases || id) AS alias WHERE alias LIKE 'CVE-%'), id);
CREATE INDEX advisories_source ON advisories (source);
CREATE INDEX advisories_aliases ON advisories USING gin (aliases);
CREATE INDEX advisories_modified ON advisories (modified, id);
CREATE INDEX advisory_packages_name ON advisory_packages (lower(name) text_pattern_ops);

-- The types of packages for which the ranges below were made of it; null: not yet.
ALTER TABLE advisory_packages ADD COLUMN ranged text[];
CREATE INDEX advisory_packages_unranged ON advisory_packages (advisory) WHERE ranged IS NULL;

-- The versions an advisory is about, as the sort keys of one type of packages.
CREATE TABLE advisory_ranges (
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  -- As `scanned_packages` has it.
  name text COLLATE "C" NOT NULL,
  -- Empty: from the first version on.
  from_key text COLLATE "C" NOT NULL,
  from_included boolean NOT NULL,
  -- Null: without end.
  to_key text COLLATE "C",
  to_included boolean NOT NULL,
  -- The version in which it is fixed.
  fixed text,
  -- It names the package, and no versions that can be compared.
  skipped boolean NOT NULL
);
CREATE INDEX advisory_ranges_package ON advisory_ranges (type, name);
CREATE INDEX advisory_ranges_advisory ON advisory_ranges (advisory);

-- Packages that were looked at, by the name that advisories have for them.
CREATE TABLE scanned_packages (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX scanned_packages_name ON scanned_packages (type, name);

-- What was found, by version over all repositories: it is the same bytes' name that is judged. Versions without a row have nothing.
CREATE TABLE version_findings (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  severity text NOT NULL,
  fixed text,
  PRIMARY KEY (package_id, version, advisory)
);
CREATE INDEX version_findings_advisory ON version_findings (advisory);

-- The same, counted.
CREATE TABLE version_scans (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  critical integer NOT NULL,
  high integer NOT NULL,
  medium integer NOT NULL,
  low integer NOT NULL,
  info integer NOT NULL,
  unknown integer NOT NULL,
  skipped integer NOT NULL,
  PRIMARY KEY (package_id, version)
);

-- What breaks the policy.
CREATE TABLE violations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('license', 'security')),
  -- A licence, empty where none is named; or the id of an advisory.
  subject text COLLATE "C" NOT NULL,
  severity text NOT NULL,
  -- Why, for a licence: `banned`, `unlisted`, `unknown`, `missing`.
  reason text NOT NULL,
  found timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (package_id, version, kind, subject)
);
CREATE INDEX violations_found ON violations (found, id);

-- Versions that are to be looked at; all of the package where none is named. What is taken out is looked at in the same transaction.
CREATE TABLE scan_queue (
  package_id bigint NOT NULL,
  sort_key text COLLATE "C",
  version text COLLATE "C"
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX scan_queue_package ON scan_queue (package_id);

-- Every package is to be looked at, in the order of their ids: from which on. Null: all of them were.
CREATE TABLE scan_sweep (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  after bigint
);
INSERT INTO scan_sweep (after) VALUES (0);

CREATE FUNCTION queue_new_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_queue (package_id, sort_key, version) SELECT package_id, sort_key, name FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER scan_new_versions AFTER INSERT ON versions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_new_versions();

CREATE FUNCTION queue_changed_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_queue (package_id, sort_key, version) VALUES (NEW.package_id, NEW.sort_key, NEW.name);
  RETURN NULL;
END $$;
CREATE TRIGGER scan_changed_versions AFTER UPDATE OF licenses ON versions
  FOR EACH ROW WHEN (OLD.licenses IS DISTINCT FROM NEW.licenses) EXECUTE FUNCTION queue_changed_version();

-- The versions meant, over all repositories: those named, or all of a package.
CREATE FUNCTION versions_to_scan(packages bigint[], keys text[], names text[])
RETURNS TABLE (package_id bigint, version text, sort_key text)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT v.package_id, v.name, v.sort_key
  FROM unnest(packages, keys) AS t (package_id, key) JOIN versions v ON v.package_id = t.package_id WHERE t.key IS NULL
  UNION
  SELECT v.package_id, v.name, v.sort_key FROM unnest(packages, keys, names) AS t (package_id, key, name)
  JOIN versions v ON v.package_id = t.package_id AND v.sort_key = t.key AND v.name = t.name
$$;

-- Matches them with the advisories, and keeps what was found and how many of each severity.
CREATE FUNCTION match_versions(packages bigint[], keys text[], names text[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM version_findings f USING unnest(packages, names) AS t (package_id, name)
  WHERE f.package_id = t.package_id AND (t.name IS NULL OR f.version = t.name);
  DELETE FROM version_scans s USING unnest(packages, names) AS t (package_id, name)
  WHERE s.package_id = t.package_id AND (t.name IS NULL OR s.version = t.name);

  WITH found AS (
    INSERT INTO version_findings (package_id, version, advisory, severity, fixed)
    SELECT DISTINCT ON (v.package_id, v.version, r.advisory) v.package_id, v.version, r.advisory,
      CASE WHEN r.skipped THEN 'skipped' ELSE a.severity END, r.fixed
    FROM versions_to_scan(packages, keys, names) v JOIN scanned_packages s ON s.package_id = v.package_id
    JOIN advisory_ranges r ON r.type = s.type AND r.name = s.name
      AND (v.sort_key > r.from_key OR (r.from_included AND v.sort_key = r.from_key))
      AND (r.to_key IS NULL OR v.sort_key < r.to_key OR (r.to_included AND v.sort_key = r.to_key))
    JOIN advisories a ON a.id = r.advisory
    ORDER BY v.package_id, v.version, r.advisory, r.skipped, r.to_key
    RETURNING package_id, version, advisory, severity
  ), counted AS (
    -- Two databases that know the same vulnerability are one finding, of the graver severity.
    SELECT DISTINCT ON (f.package_id, f.version, a.vulnerability) f.package_id, f.version, f.severity
    FROM found f JOIN advisories a ON a.id = f.advisory
    ORDER BY f.package_id, f.version, a.vulnerability,
      array_position(ARRAY['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped'], f.severity)
  )
  INSERT INTO version_scans (package_id, version, critical, high, medium, low, info, unknown, skipped)
  SELECT package_id, version, count(*) FILTER (WHERE severity = 'critical'), count(*) FILTER (WHERE severity = 'high'),
    count(*) FILTER (WHERE severity = 'medium'), count(*) FILTER (WHERE severity = 'low'),
    count(*) FILTER (WHERE severity = 'info'), count(*) FILTER (WHERE severity = 'unknown'),
    count(*) FILTER (WHERE severity = 'skipped')
  FROM counted GROUP BY package_id, version;
END $$;

-- What an administrator had imported, and how far it has come.
CREATE TABLE advisory_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  file text NOT NULL,
  source text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  started_by text NOT NULL,
  started timestamptz(3) NOT NULL DEFAULT now(),
  -- While it runs: when it was heard of last. One that is silent for long was cut off.
  ended timestamptz(3) NOT NULL DEFAULT now(),
  documents integer NOT NULL DEFAULT 0,
  imported integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- The first of those that were skipped, and why.
  reasons jsonb NOT NULL DEFAULT '[]',
  error text
);
CREATE INDEX advisory_imports_started ON advisory_imports (started);

-- Files of the server's folder, as they were when they were read last.
CREATE TABLE advisory_files (
  path text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL,
  modified bigint NOT NULL,
  read timestamptz NOT NULL DEFAULT now(),
  skipped integer NOT NULL,
  error text
);
