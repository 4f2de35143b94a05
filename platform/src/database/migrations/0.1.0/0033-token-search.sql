-- Parts of the fields that the list of tokens searches, and its orders.
CREATE INDEX tokens_search ON tokens
  USING gin (lower(user_name || E'\n' || description || E'\n' || scope || E'\n' || id::text) gin_trgm_ops);
CREATE INDEX tokens_by_created ON tokens (created DESC, (id::text) COLLATE "C");
CREATE INDEX tokens_by_user ON tokens (user_name COLLATE "C", (id::text) COLLATE "C");
CREATE INDEX tokens_by_description ON tokens (description COLLATE "C", (id::text) COLLATE "C");
CREATE INDEX tokens_by_expiry ON tokens (coalesce(expires, 'infinity'), (id::text) COLLATE "C");
CREATE INDEX tokens_by_use ON tokens (coalesce(last_used, '-infinity'), (id::text) COLLATE "C");
