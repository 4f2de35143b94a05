-- A text encrypted with the key that the secrets in this database are encrypted with. A node whose key does not decrypt it is not
-- started: it would fail on every stored secret, and store new ones that the other nodes cannot read.
CREATE TABLE secrets_key (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  sealed bytea NOT NULL,
  recorded timestamptz NOT NULL DEFAULT now()
);
