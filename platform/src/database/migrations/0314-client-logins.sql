-- Clients of the command line that wait for somebody to let them in from a browser.
CREATE TABLE client_logins (
  -- Of the session that the client made up: it asks with it.
  hash bytea PRIMARY KEY,
  client text NOT NULL,
  address text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  confirmed_by text REFERENCES users (name) ON DELETE CASCADE
);
CREATE INDEX client_logins_expires ON client_logins (expires);
