-- Versions of plugins that no page loads any more, whatever set contains them.
CREATE TABLE plugin_revocations (
  specifier text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  revoked_by text NOT NULL,
  revoked timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (specifier, version)
);
