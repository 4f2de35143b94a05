-- Sign-ins of npm's clients that wait for somebody to confirm them in a browser.
CREATE TABLE npm_logins (
  -- Of the secret that the client asks with.
  hash text PRIMARY KEY,
  -- What the browser knows it by.
  session text NOT NULL UNIQUE,
  client text NOT NULL,
  address text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  confirmed_by text
);
CREATE INDEX npm_logins_created ON npm_logins (created);
