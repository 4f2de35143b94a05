-- SAML providers; what the one of before had stays, under the name that it could be called by.
CREATE TABLE saml_providers (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  changed_by text NOT NULL
);
-- Who answers is known by it.
CREATE UNIQUE INDEX saml_providers_entity ON saml_providers ((value->>'idpEntityId'));
INSERT INTO saml_providers (name, value, changed_by)
  SELECT 'saml', value || '{"name": "saml", "signRequests": false}', changed_by FROM access_settings WHERE name = 'saml';
DELETE FROM access_settings WHERE name = 'saml';

-- Which provider a session came from, and how it is asked to end it.
UPDATE sessions SET sso = sso || '{"by": "saml", "provider": "saml"}' WHERE sso IS NOT NULL;
