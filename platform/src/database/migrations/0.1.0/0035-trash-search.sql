-- What a user has deleted, newest first.
CREATE INDEX trash_items_by_user ON trash_items (deleted_by, deleted, id);
-- Parts of the names that the trash searches.
CREATE INDEX trash_items_search ON trash_items
  USING gin (lower(coalesce(package_name || '@' || package_version, path)) gin_trgm_ops);
