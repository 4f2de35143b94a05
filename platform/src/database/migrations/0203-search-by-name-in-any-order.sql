-- A search by name that is sorted by a date or by downloads looks at names in the index alone.
DROP INDEX package_listings_created;
DROP INDEX package_listings_modified;
DROP INDEX package_listings_downloads;
CREATE INDEX package_listings_created ON package_listings (repo, type, created, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_modified ON package_listings (repo, type, modified, package_id) INCLUDE (name_lower);
CREATE INDEX package_listings_downloads ON package_listings (repo, type, downloads, package_id) INCLUDE (name_lower);

-- How frequent a part of a name is decides how it is searched for.
ALTER TABLE packages ALTER name_lower SET STATISTICS 1000;
