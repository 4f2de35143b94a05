-- Packages whose upstream is to be asked what it knows of vulnerabilities, and when: at once for a version that is new here, and then
-- from time to time.
CREATE TABLE upstream_checks (
  package_id bigint PRIMARY KEY REFERENCES packages ON DELETE CASCADE,
  due timestamptz NOT NULL
);
CREATE INDEX upstream_checks_due ON upstream_checks (due);
