-- Advisories of ecosystems that have no format here stay without ranges: they are not to be read each time it is looked for others.
DROP INDEX advisory_packages_unranged;
CREATE INDEX advisory_packages_unranged ON advisory_packages (ecosystem) WHERE ranged IS NULL;
