-- Parts of the fields that lists of users and permissions search.
CREATE INDEX users_search ON users USING gin (lower(name || E'\n' || email || E'\n' || realm) gin_trgm_ops);
CREATE INDEX permissions_search ON permissions USING gin (lower(name || E'\n' || resources::text) gin_trgm_ops);
-- Orders of the list of users.
CREATE INDEX users_by_email ON users (lower(email) COLLATE "C", name COLLATE "C");
CREATE INDEX users_by_sign_in ON users (coalesce(last_signed_in, '-infinity'), name COLLATE "C");
