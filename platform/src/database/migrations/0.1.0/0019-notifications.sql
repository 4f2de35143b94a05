-- Notifications of users: one row per user, kind, and subject until it is read, so that many changes of a package are one row.
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('version', 'vulnerability', 'promotion', 'distribution')),
  -- Package ID, or name of a release bundle.
  subject text COLLATE "C" NOT NULL,
  -- Number of changes, and the newest of them in `items`.
  changes integer NOT NULL,
  items jsonb NOT NULL,
  changed timestamptz(3) NOT NULL DEFAULT now(),
  read timestamptz(3),
  -- Whether an email about it has to be sent.
  email boolean NOT NULL
);
CREATE UNIQUE INDEX notifications_unread ON notifications (user_name, kind, subject) WHERE (read IS NULL);
CREATE INDEX notifications_user ON notifications (user_name, changed);
CREATE INDEX notifications_changed ON notifications (changed);
CREATE INDEX notifications_email ON notifications (user_name) WHERE (email);

-- Delivery per kind, where it differs from the console alone.
CREATE TABLE notification_preferences (
  user_name text NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  delivery text NOT NULL CHECK (delivery IN ('console', 'email', 'off')),
  PRIMARY KEY (user_name, kind)
);

-- Newest row of `versions` whose users were notified.
CREATE TABLE notified_versions (
  single boolean DEFAULT true PRIMARY KEY CHECK (single),
  through bigint NOT NULL
);
INSERT INTO notified_versions (through) SELECT coalesce(max(id), 0) FROM versions;

-- Advisories of the package that the user knows: those of the time of the star, and those notified since then.
ALTER TABLE package_stars ADD COLUMN advisories text[] NOT NULL DEFAULT '{}';
UPDATE package_stars s SET advisories = ARRAY(
  SELECT DISTINCT f.advisory FROM packages p JOIN version_findings f ON f.package_id = p.id
  WHERE p.type = s.type AND p.name = s.name);
