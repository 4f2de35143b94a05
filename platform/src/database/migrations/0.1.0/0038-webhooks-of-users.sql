-- The user whose notifications a webhook sends. Null: a webhook of administrators.
ALTER TABLE webhooks ADD COLUMN owner text UNIQUE REFERENCES users ON DELETE CASCADE;
