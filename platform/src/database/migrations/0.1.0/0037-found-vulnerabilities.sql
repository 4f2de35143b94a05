-- When each known vulnerability of a package was first found, of any of its versions.
CREATE TABLE found_vulnerabilities (
  package_id bigint NOT NULL REFERENCES packages ON DELETE CASCADE,
  advisory text COLLATE "C" NOT NULL REFERENCES advisories ON DELETE CASCADE,
  found timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (package_id, advisory)
);
CREATE INDEX found_vulnerabilities_advisory ON found_vulnerabilities (advisory);
CREATE INDEX found_vulnerabilities_found ON found_vulnerabilities (found, package_id, advisory);

-- The time of earlier findings was not stored. The earliest possible one doesn't show them as new.
INSERT INTO found_vulnerabilities (package_id, advisory, found)
SELECT f.package_id, f.advisory, greatest(a.published, p.created)
FROM (SELECT DISTINCT package_id, advisory FROM version_findings WHERE severity <> 'skipped') f
JOIN advisories a ON a.id = f.advisory
JOIN (SELECT package_id, min(created) AS created FROM versions GROUP BY package_id) p ON p.package_id = f.package_id;
