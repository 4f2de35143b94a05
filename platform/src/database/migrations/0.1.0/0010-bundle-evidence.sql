-- OpenPGP keys that sign release bundles, next to the keys of signing_keys. The private key is encrypted with the key of the
-- data directory.
CREATE TABLE openpgp_keys (
  fingerprint text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  -- Armored.
  public_key text NOT NULL,
  sealed bytea NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);

-- Null: a version from before. The signed statement contains the fingerprint, so that a missing signature is noticed.
ALTER TABLE release_bundles ADD COLUMN openpgp_key text REFERENCES openpgp_keys;
-- Armored detached signature of the statement.
ALTER TABLE release_bundle_signatures ADD COLUMN openpgp text;

-- Public keys of the systems whose attestations are trusted.
CREATE TABLE attestation_keys (
  -- sha256 of the public key in DER form.
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  public_key text NOT NULL,
  created timestamptz(3) NOT NULL DEFAULT now(),
  created_by text NOT NULL
);

-- In-toto attestations about artifacts of a bundle version, such as the provenance of its build, exactly as they were attached.
CREATE TABLE bundle_attestations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bundle_id bigint NOT NULL REFERENCES release_bundles ON DELETE CASCADE,
  predicate_type text NOT NULL,
  -- A DSSE envelope, as JSON text.
  envelope text NOT NULL,
  sha256 text NOT NULL,
  attached timestamptz(3) NOT NULL DEFAULT now(),
  attached_by text NOT NULL,
  UNIQUE (bundle_id, sha256)
);

-- Predicate types of attestations that all artifacts of a version need. Empty: none.
ALTER TABLE promotion_conditions ADD COLUMN attestations text[] NOT NULL DEFAULT '{}';
