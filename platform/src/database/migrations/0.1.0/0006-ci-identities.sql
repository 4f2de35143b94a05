-- Issuers of ID tokens whose CI jobs can get access tokens.
CREATE TABLE oidc_providers (
  name text PRIMARY KEY,
  provider_type text NOT NULL CHECK (provider_type IN ('GitHub', 'GitLab', 'Generic')),
  -- As in the claim iss, without a trailing slash.
  issuer text NOT NULL,
  audience text NOT NULL,
  description text NOT NULL,
  allow_private boolean NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);
CREATE INDEX oidc_providers_issuer ON oidc_providers (issuer);

-- Rules that map the claims of ID tokens to a user and a scope.
CREATE TABLE oidc_mappings (
  provider text NOT NULL REFERENCES oidc_providers ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  -- The lowest one that matches applies.
  priority integer NOT NULL,
  -- Expected value, or list of values, by claim.
  claims jsonb NOT NULL,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of a trusted publisher: empty, because it follows from the package.
  scope text NOT NULL,
  -- In seconds.
  expires_in integer NOT NULL,
  -- The package of a trusted publisher; all null or none.
  package_type text CHECK (package_type IN ('npm', 'pypi')),
  repository text REFERENCES repositories ON DELETE CASCADE,
  package text,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL,
  PRIMARY KEY (provider, name),
  CHECK (num_nulls(package_type, repository, package) IN (0, 3))
);
CREATE INDEX oidc_mappings_user ON oidc_mappings (user_name);
CREATE INDEX oidc_mappings_repository ON oidc_mappings (repository);
CREATE INDEX oidc_mappings_package ON oidc_mappings (package_type, package);
