-- OpenID Connect providers; the client's secret is sealed.
CREATE TABLE oauth_providers (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  sealed bytea,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);

-- Who a provider's user is here: by what never changes there.
CREATE TABLE external_identities (
  realm text NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL REFERENCES users (name) ON DELETE CASCADE,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, provider, subject)
);
CREATE INDEX external_identities_user ON external_identities (user_name);

-- Ways to a provider that somebody has begun: each comes back once, in the browser that it began in.
CREATE TABLE sso_attempts (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  provider text NOT NULL,
  browser bytea NOT NULL,
  data jsonb NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX sso_attempts_expires ON sso_attempts (expires);
