-- Advisories are asked for by their id in any case.
CREATE INDEX advisories_upper_id ON advisories (upper(id));
-- What is asked for is often what few versions have.
CREATE INDEX version_scans_critical ON version_scans (package_id) WHERE critical > 0;
CREATE INDEX version_scans_high ON version_scans (package_id) WHERE high > 0;
CREATE INDEX version_scans_medium ON version_scans (package_id) WHERE medium > 0;
CREATE INDEX version_scans_low ON version_scans (package_id) WHERE low > 0;
