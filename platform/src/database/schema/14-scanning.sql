-- Advisories and scan results.

-- Known vulnerabilities, imported in OSV format.
CREATE TABLE advisories (
  id text COLLATE "C" PRIMARY KEY,
  -- Numeric ID for npm clients.
  number bigint GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  details text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low', 'info', 'unknown')),
  score real,
  vector text,
  url text NOT NULL,
  aliases text[] NOT NULL,
  cwes text[] NOT NULL,
  published timestamptz NOT NULL,
  modified timestamptz NOT NULL,
  source text COLLATE "C" NOT NULL DEFAULT 'import',
  hash text NOT NULL DEFAULT '',
  vulnerability text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX advisories_aliases ON advisories USING gin (aliases);
CREATE INDEX advisories_modified ON advisories (modified, id);
CREATE INDEX advisories_source ON advisories (source);
CREATE INDEX advisories_upper_id ON advisories (upper(id));

-- Packages that an advisory affects.
CREATE TABLE advisory_packages (
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  -- In OSV's spelling: npm, PyPI, Maven.
  ecosystem text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The entries of OSV's `affected` for that package: their ranges and versions.
  affected jsonb NOT NULL,
  -- Package types whose ranges below were derived from it. Null if not derived yet.
  ranged text[],
  PRIMARY KEY (ecosystem, name, advisory)
);
CREATE INDEX advisory_packages_advisory ON advisory_packages (advisory);
CREATE INDEX advisory_packages_name ON advisory_packages (lower(name) text_pattern_ops);
CREATE INDEX advisory_packages_unranged ON advisory_packages (ecosystem) WHERE (ranged IS NULL);

-- Affected versions of an advisory, as sort keys of one package type.
CREATE TABLE advisory_ranges (
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  -- As in `scanned_packages`.
  name text COLLATE "C" NOT NULL,
  -- Empty to start with the first version.
  from_key text COLLATE "C" NOT NULL,
  from_included boolean NOT NULL,
  -- Null for no upper limit.
  to_key text COLLATE "C",
  to_included boolean NOT NULL,
  -- The version in which it is fixed.
  fixed text,
  -- Whether it names the package without comparable versions.
  skipped boolean NOT NULL
);
CREATE INDEX advisory_ranges_advisory ON advisory_ranges (advisory);
CREATE INDEX advisory_ranges_package ON advisory_ranges (type, name);

-- Imports of advisories by administrators, with their progress.
CREATE TABLE advisory_imports (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  file text NOT NULL,
  source text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  started_by text NOT NULL,
  started timestamptz(3) NOT NULL DEFAULT now(),
  -- While running: time of the last sign of progress. An import without progress for long was
  -- interrupted.
  ended timestamptz(3) NOT NULL DEFAULT now(),
  documents integer NOT NULL DEFAULT 0,
  imported integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- The first skipped documents, and the reasons.
  reasons jsonb NOT NULL DEFAULT '[]'::jsonb,
  error text
);
CREATE INDEX advisory_imports_started ON advisory_imports (started);

-- Files of the server's advisory directory, as of the last read.
CREATE TABLE advisory_files (
  path text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL,
  modified bigint NOT NULL,
  read timestamptz NOT NULL DEFAULT now(),
  skipped integer NOT NULL,
  error text,
  -- Version of the parser that read the file. The file is read again with a newer parser even if it
  -- has not changed. 0 for files read before this column existed.
  reading integer NOT NULL DEFAULT 0,
  -- When to retry a file that could not be read for a temporary reason. Null if only a change of
  -- the file triggers a retry.
  again timestamptz,
  -- Consecutive read failures.
  failures integer NOT NULL DEFAULT 0
);

-- Scanned packages, with the name that advisories use for them.
CREATE TABLE scanned_packages (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX scanned_packages_name ON scanned_packages (type, name);

-- Versions to scan, or all versions of the package without a version. A row is deleted in the
-- transaction that scans it.
CREATE TABLE scan_queue (
  package_id bigint NOT NULL,
  sort_key text COLLATE "C",
  version text COLLATE "C"
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX scan_queue_package ON scan_queue (package_id);

-- Position of a scan of all packages in the order of their IDs. Null when complete.
CREATE TABLE scan_sweep (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  after bigint
);

-- Vulnerabilities by version over all repositories. Versions without a row have none.
CREATE TABLE version_findings (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  severity text NOT NULL,
  fixed text,
  PRIMARY KEY (package_id, version, advisory)
);
CREATE INDEX version_findings_advisory ON version_findings (advisory);

-- Number of findings by severity.
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
CREATE INDEX version_scans_critical ON version_scans (package_id) WHERE (critical > 0);
CREATE INDEX version_scans_high ON version_scans (package_id) WHERE (high > 0);
CREATE INDEX version_scans_low ON version_scans (package_id) WHERE (low > 0);
CREATE INDEX version_scans_medium ON version_scans (package_id) WHERE (medium > 0);

-- Versions that violate a policy.
CREATE TABLE violations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('license', 'security')),
  -- License, empty if unknown, or advisory ID.
  subject text COLLATE "C" NOT NULL,
  severity text NOT NULL,
  -- Reason of a license violation: `banned`, `unlisted`, `unknown`, or `missing`.
  reason text NOT NULL,
  found timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (package_id, version, kind, subject)
);
CREATE INDEX violations_found ON violations (found, id);

-- Packages to check for vulnerabilities upstream, and when: immediately for a new version, then
-- periodically.
CREATE TABLE upstream_checks (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  due timestamptz NOT NULL,
  -- Whether an upstream responded to an audit of all versions of the package. Versions without
  -- findings then have no known vulnerability.
  answered boolean NOT NULL DEFAULT false
);
CREATE INDEX upstream_checks_due ON upstream_checks (due);
