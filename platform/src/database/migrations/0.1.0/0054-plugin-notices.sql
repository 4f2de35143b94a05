-- When administrators were last notified of a problem of a version, so that they are notified once
-- a day at most, also by several nodes. Rows are deleted after 30 days.
CREATE TABLE plugin_notices (
  plugin text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  -- failing, canary, fallback, or failed.
  problem text NOT NULL,
  noticed timestamptz(3) NOT NULL,
  PRIMARY KEY (plugin, version, problem)
);

-- Their subjects: names of plugins.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check
    CHECK (kind IN ('version', 'vulnerability', 'promotion', 'distribution', 'webhook', 'quota',
      'access_request', 'access_decision', 'plugin'));
