-- Known vulnerabilities, imported in OSV form by an administrator.
CREATE TABLE advisories (
  id text COLLATE "C" PRIMARY KEY,
  -- npm's clients know an advisory by a number.
  number bigint GENERATED ALWAYS AS IDENTITY,
  title text NOT NULL,
  details text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('low', 'moderate', 'high', 'critical')),
  score real,
  vector text,
  url text NOT NULL,
  aliases text[] NOT NULL,
  cwes text[] NOT NULL,
  published timestamptz NOT NULL,
  modified timestamptz NOT NULL
);

CREATE TABLE advisory_packages (
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  -- As OSV writes it: npm, PyPI, Maven.
  ecosystem text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- The entries of OSV's `affected` for that package: their ranges and versions.
  affected jsonb NOT NULL,
  PRIMARY KEY (ecosystem, name, advisory)
);
CREATE INDEX advisory_packages_advisory ON advisory_packages (advisory);
