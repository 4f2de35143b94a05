-- Requests to the SAML provider that wait for their answer, and assertions that were taken: each is good once.
CREATE TABLE saml_requests (
  id text PRIMARY KEY,
  value text NOT NULL,
  created timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE saml_assertions (
  id text PRIMARY KEY,
  taken timestamptz NOT NULL DEFAULT now()
);

-- Of a session that a provider vouches for: what it is called there, so that it can be ended from there.
ALTER TABLE sessions ADD COLUMN sso jsonb;
CREATE INDEX sessions_saml ON sessions ((sso->>'nameID')) WHERE sso IS NOT NULL;
