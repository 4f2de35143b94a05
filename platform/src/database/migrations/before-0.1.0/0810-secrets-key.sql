-- A text encrypted with the key of the secrets in this database. A node whose key does not decrypt
-- it does not start: it would fail on every stored secret, and store new ones that the other nodes
-- cannot read.
CREATE TABLE secrets_key (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  sealed bytea NOT NULL,
  recorded timestamptz NOT NULL DEFAULT now()
);
