-- Advisories, and what scanning found.

-- Known vulnerabilities, imported in OSV format.
CREATE TABLE advisories (
  id text COLLATE "C" PRIMARY KEY,
  -- npm's clients know an advisory by a number.
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
  -- As OSV writes it: npm, PyPI, Maven.
  ecosystem text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The entries of OSV's `affected` for that package: their ranges and versions.
  affected jsonb NOT NULL,
  -- The types of packages for which the ranges below were made of it; null: not yet.
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
  -- While it runs: when it was heard of last. One that is silent for long was cut off.
  ended timestamptz(3) NOT NULL DEFAULT now(),
  documents integer NOT NULL DEFAULT 0,
  imported integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- The first of those that were skipped, and why.
  reasons jsonb NOT NULL DEFAULT '[]'::jsonb,
  error text
);
CREATE INDEX advisory_imports_started ON advisory_imports (started);

-- Files of the server's advisory directory, as they were when last read.
CREATE TABLE advisory_files (
  path text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL,
  modified bigint NOT NULL,
  read timestamptz NOT NULL DEFAULT now(),
  skipped integer NOT NULL,
  error text,
  -- Which way of reading documents a file of the server's folder was read with: with another it is read
  -- again, though it has not changed. 0: before it was written down.
  reading integer NOT NULL DEFAULT 0,
  -- When a file of the server's folder that could not be read, for a reason that may pass, is tried again;
  -- null: once it has changed.
  again timestamptz,
  -- How often it could not be read in a row.
  failures integer NOT NULL DEFAULT 0
);

-- Packages that were scanned, by the name that advisories use for them.
CREATE TABLE scanned_packages (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX scanned_packages_name ON scanned_packages (type, name);

-- Versions to scan; all versions of the package where none is named. A row is deleted in the transaction that
-- scans it.
CREATE TABLE scan_queue (
  package_id bigint NOT NULL,
  sort_key text COLLATE "C",
  version text COLLATE "C"
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX scan_queue_package ON scan_queue (package_id);

-- A scan of all packages in the order of their IDs: where it continues. Null: it is complete.
CREATE TABLE scan_sweep (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  after bigint
);

-- Vulnerabilities found, by version over all repositories. Versions without a row have none.
CREATE TABLE version_findings (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  version text COLLATE "C" NOT NULL,
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  severity text NOT NULL,
  fixed text,
  PRIMARY KEY (package_id, version, advisory)
);
CREATE INDEX version_findings_advisory ON version_findings (advisory);

-- The number of findings of each severity.
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
  -- A licence, empty where none is named; or the id of an advisory.
  subject text COLLATE "C" NOT NULL,
  severity text NOT NULL,
  -- Why, for a licence: `banned`, `unlisted`, `unknown`, `missing`.
  reason text NOT NULL,
  found timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (package_id, version, kind, subject)
);
CREATE INDEX violations_found ON violations (found, id);

-- Packages for which the upstream will be asked about vulnerabilities, and when: at once for a new version,
-- then from time to time.
CREATE TABLE upstream_checks (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  due timestamptz NOT NULL,
  -- Whether an upstream answered an audit of all versions of the package: versions without findings then have
  -- no known vulnerability.
  answered boolean NOT NULL DEFAULT false
);
CREATE INDEX upstream_checks_due ON upstream_checks (due);
