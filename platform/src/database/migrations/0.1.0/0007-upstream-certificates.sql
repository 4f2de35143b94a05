-- Client certificates for the upstreams of remote repositories. The private key is encrypted. Both are used only for the
-- origin for which they were entered.
CREATE TABLE upstream_certificates (
  repo text PRIMARY KEY REFERENCES repositories ON UPDATE CASCADE ON DELETE CASCADE,
  certificate text NOT NULL,
  origin text NOT NULL,
  sealed bytea NOT NULL
);
