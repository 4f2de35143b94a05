-- Paused webhooks and storage quotas are notifications of administrators. Their subjects: key of the webhook; the same as in `quota_warnings`.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check
    CHECK (kind IN ('version', 'vulnerability', 'promotion', 'distribution', 'webhook', 'quota'));

-- The last threshold of each storage quota that administrators were warned of, so that of several nodes one warns.
CREATE TABLE quota_warnings (
  -- `repository://KEY` or `project://KEY`.
  subject text COLLATE "C" PRIMARY KEY,
  -- In percent. 0: below all thresholds.
  level integer NOT NULL CHECK (level IN (0, 80, 100))
);
